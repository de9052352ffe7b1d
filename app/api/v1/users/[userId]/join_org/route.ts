import * as invites from '@/lib/contract/people/invites';
import { route } from '@/server/http/route';
import { joinOrg } from '@/server/people/members/join-org';

export const POST = route(invites.joinOrg, joinOrg);
