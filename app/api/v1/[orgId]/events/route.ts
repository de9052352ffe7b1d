import * as runs from '@/lib/contract/runs/runs';
import { route } from '@/server/http/route';
import { followRuns } from '@/server/runs/read/run-events';

export const GET = route(runs.followRuns, followRuns);
