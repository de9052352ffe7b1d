import * as groups from '@/lib/contract/people/groups';
import { route } from '@/server/http/route';
import { deleteGroup, renameGroup } from '@/server/people/members/change-group';

export const PATCH = route(groups.renameGroup, renameGroup);
export const DELETE = route(groups.deleteGroup, deleteGroup);
