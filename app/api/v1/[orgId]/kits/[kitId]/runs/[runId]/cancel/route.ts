import * as runs from '@/lib/contract/runs/runs';
import { route } from '@/server/http/route';
import { cancelRun } from '@/server/runs/execute/cancel-run';

export const POST = route(runs.cancelRun, cancelRun);
