import * as invites from '@/lib/contract/people/invites';
import { route } from '@/server/http/route';
import { invite } from '@/server/people/members/invite';

export const POST = route(invites.invite, invite);
