import * as people from '@/lib/contract/people';
import { route } from '@/server/http/route';
import { readMe } from '@/server/identity/account';

export const GET = route(people.readMe, readMe);
