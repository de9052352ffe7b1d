import * as history from '@/lib/contract/runs/history';
import { route } from '@/server/http/route';
import { listRuns } from '@/server/runs/history/list-runs';

export const GET = route(history.listRuns, listRuns);
