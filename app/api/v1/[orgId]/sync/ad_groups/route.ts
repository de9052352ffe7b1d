import * as directory from '@/lib/contract/identity/directory';
import { syncAdGroups } from '@/server/directory/sync';
import { route } from '@/server/http/route';

export const POST = route(directory.syncAdGroups, syncAdGroups);
