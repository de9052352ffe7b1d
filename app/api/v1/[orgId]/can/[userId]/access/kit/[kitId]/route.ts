import * as sharing from '@/lib/contract/sharing/sharing';
import { route } from '@/server/http/route';
import { unshareCommandWithPerson } from '@/server/sharing/unshare';

export const DELETE = route(sharing.unshareCommandWithPerson, unshareCommandWithPerson);
