import * as people from '@/lib/contract/people/people';
import { route } from '@/server/http/route';
import { listDemoPeople } from '@/server/people/sign-in/account';

export const GET = route(people.listDemoPeople, listDemoPeople);
