import * as groups from '@/lib/contract/people/groups';
import { route } from '@/server/http/route';
import { removeFromGroup } from '@/server/people/members/change-group';

export const DELETE = route(groups.removeFromGroup, removeFromGroup);
