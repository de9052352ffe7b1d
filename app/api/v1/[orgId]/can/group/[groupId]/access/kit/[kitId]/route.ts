import * as sharing from '@/lib/contract/sharing/sharing';
import { route } from '@/server/http/route';
import { unshareCommandWithGroup } from '@/server/sharing/unshare';

export const DELETE = route(sharing.unshareCommandWithGroup, unshareCommandWithGroup);
