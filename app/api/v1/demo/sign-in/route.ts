import * as people from '@/lib/contract/people';
import { route } from '@/server/http/route';
import { signInAsDemoPerson } from '@/server/identity/account';

export const POST = route(people.signInAsDemoPerson, signInAsDemoPerson);
