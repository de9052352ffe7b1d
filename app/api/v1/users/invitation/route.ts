import * as invites from '@/lib/contract/people/invites';
import { route } from '@/server/http/route';
import { readInvitation } from '@/server/people/members/join-org';

export const POST = route(invites.readInvitation, readInvitation);
