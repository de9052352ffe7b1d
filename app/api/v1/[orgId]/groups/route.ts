import * as members from '@/lib/contract/members';
import { route } from '@/server/http/route';
import { listGroups } from '@/server/members/list-groups';

export const GET = route(members.listGroups, listGroups);
