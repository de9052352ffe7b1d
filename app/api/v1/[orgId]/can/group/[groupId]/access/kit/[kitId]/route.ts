import * as contract from '@/lib/contract/sharing/unshare';
import { route } from '@/server/http/route';
import { unshareCommandWithGroup } from '@/server/sharing/unshare';

export const DELETE = route(contract.unshareCommandWithGroup, unshareCommandWithGroup);
