import * as groups from '@/lib/contract/people/groups';
import { route } from '@/server/http/route';
import { addToGroup } from '@/server/people/members/change-group';

export const POST = route(groups.addToGroup, addToGroup);
