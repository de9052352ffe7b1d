import * as signIn from '@/lib/contract/people/directory-sign-in';
import { route } from '@/server/http/route';
import { finishDirectorySignIn } from '@/server/people/directory/sign-in/finish';

export const POST = route(signIn.finishDirectorySignIn, finishDirectorySignIn);
