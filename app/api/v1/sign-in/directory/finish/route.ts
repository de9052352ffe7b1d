import * as signIn from '@/lib/contract/identity/directory-sign-in';
import { finishDirectorySignIn } from '@/server/directory/sign-in/finish';
import { route } from '@/server/http/route';

export const POST = route(signIn.finishDirectorySignIn, finishDirectorySignIn);
