import * as members from '@/lib/contract/people/members';
import { route } from '@/server/http/route';
import { readMember } from '@/server/people/members/list-members';
import { updateMember } from '@/server/people/members/update-member';

export const GET = route(members.readMember, readMember);
export const PATCH = route(members.updateMember, updateMember);
