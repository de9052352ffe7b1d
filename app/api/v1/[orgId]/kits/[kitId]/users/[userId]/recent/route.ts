import * as recents from '@/lib/contract/recents';
import { route } from '@/server/http/route';
import { recordRecent } from '@/server/recents/record-recent';

export const POST = route(recents.recordRecent, recordRecent);
