import * as people from '@/lib/contract/people/people';
import { route } from '@/server/http/route';
import { signInAsDemoPerson } from '@/server/people/sign-in/account';

export const POST = route(people.signInAsDemoPerson, signInAsDemoPerson);
