import * as people from '@/lib/contract/people';
import { route } from '@/server/http/route';
import { listMyOrgs } from '@/server/orgs/list-my-orgs';

export const GET = route(people.listMyOrgs, listMyOrgs);
