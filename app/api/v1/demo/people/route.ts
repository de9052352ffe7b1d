import * as people from '@/lib/contract/people';
import { route } from '@/server/http/route';
import { listDemoPeople } from '@/server/identity/account';

export const GET = route(people.listDemoPeople, listDemoPeople);
