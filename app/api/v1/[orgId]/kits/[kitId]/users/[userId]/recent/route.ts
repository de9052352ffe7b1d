import * as recents from '@/lib/contract/library/recents';
import { recordRecent } from '@/server/commands/recents/record-recent';
import { route } from '@/server/http/route';

export const POST = route(recents.recordRecent, recordRecent);
