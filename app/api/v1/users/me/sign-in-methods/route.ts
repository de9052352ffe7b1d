import { listSignInMethods } from '@/lib/contract/identity/sign-in';
import { route } from '@/server/http/route';
import { listSignInMethods as list } from '@/server/identity/set-up';

export const GET = route(listSignInMethods, list);
