import * as history from '@/lib/contract/history';
import { listRuns } from '@/server/history/list-runs';
import { route } from '@/server/http/route';

export const GET = route(history.listRuns, listRuns);
