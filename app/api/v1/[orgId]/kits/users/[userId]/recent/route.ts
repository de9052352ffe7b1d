import * as recents from '@/lib/contract/library/recents';
import { listRecents } from '@/server/commands/recents/list-recents';
import { route } from '@/server/http/route';

export const GET = route(recents.listRecents, listRecents);
