import * as members from '@/lib/contract/people/members';
import { route } from '@/server/http/route';
import { listMembers } from '@/server/people/members/list-members';

export const GET = route(members.listMembers, listMembers);
