import * as runs from '@/lib/contract/runs/runs';
import { route } from '@/server/http/route';
import { followRun } from '@/server/runs/read/run-events';

export const GET = route(runs.followRun, followRun);
