import * as recents from '@/lib/contract/recents';
import { route } from '@/server/http/route';
import { listRecents } from '@/server/recents/list-recents';

export const GET = route(recents.listRecents, listRecents);
