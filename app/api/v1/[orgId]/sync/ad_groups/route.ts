import * as directory from '@/lib/contract/people/directory';
import { route } from '@/server/http/route';
import { syncAdGroups } from '@/server/people/directory/sync';

export const POST = route(directory.syncAdGroups, syncAdGroups);
