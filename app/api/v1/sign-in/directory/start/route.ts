import * as signIn from '@/lib/contract/people/directory-sign-in';
import { route } from '@/server/http/route';
import { startDirectorySignIn } from '@/server/people/directory/sign-in/start';

export const POST = route(signIn.startDirectorySignIn, startDirectorySignIn);
