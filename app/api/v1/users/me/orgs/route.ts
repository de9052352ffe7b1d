import * as orgs from '@/lib/contract/people/orgs';
import * as people from '@/lib/contract/people/people';
import { route } from '@/server/http/route';
import { createOrg } from '@/server/people/organizations/create-org';
import { listMyOrgs } from '@/server/people/organizations/list-my-orgs';

export const GET = route(people.listMyOrgs, listMyOrgs);
export const POST = route(orgs.createOrg, createOrg);
