import * as runs from '@/lib/contract/runs/runs';
import { route } from '@/server/http/route';
import { startRun } from '@/server/runs/start/start-run';

export const POST = route(runs.startRun, startRun);
