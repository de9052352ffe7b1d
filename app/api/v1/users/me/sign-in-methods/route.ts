import * as signIn from '@/lib/contract/identity/sign-in';
import { route } from '@/server/http/route';
import { listSignInMethods } from '@/server/identity/set-up';
import { removeSignInMethod } from '@/server/identity/unlink-identity';

export const GET = route(signIn.listSignInMethods, listSignInMethods);
export const DELETE = route(signIn.removeSignInMethod, removeSignInMethod);
