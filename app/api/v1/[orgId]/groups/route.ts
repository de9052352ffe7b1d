import * as groups from '@/lib/contract/people/groups';
import * as members from '@/lib/contract/people/members';
import { route } from '@/server/http/route';
import { createGroup } from '@/server/people/members/change-group';
import { listGroups } from '@/server/people/members/list-groups';

export const GET = route(members.listGroups, listGroups);
export const POST = route(groups.createGroup, createGroup);
