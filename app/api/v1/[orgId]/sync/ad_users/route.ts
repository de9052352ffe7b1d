import * as directory from '@/lib/contract/identity/directory';
import { syncAdUsers } from '@/server/directory/sync';
import { route } from '@/server/http/route';

export const POST = route(directory.syncAdUsers, syncAdUsers);
