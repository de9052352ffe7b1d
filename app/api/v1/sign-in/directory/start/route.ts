import * as signIn from '@/lib/contract/identity/directory-sign-in';
import { startDirectorySignIn } from '@/server/directory/sign-in/start';
import { route } from '@/server/http/route';

export const POST = route(signIn.startDirectorySignIn, startDirectorySignIn);
