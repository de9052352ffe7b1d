import * as signIn from '@/lib/contract/people/sign-in';
import { route } from '@/server/http/route';
import { listSignInMethods } from '@/server/people/sign-in/set-up';
import { removeSignInMethod } from '@/server/people/sign-in/unlink-identity';

export const GET = route(signIn.listSignInMethods, listSignInMethods);
export const DELETE = route(signIn.removeSignInMethod, removeSignInMethod);
