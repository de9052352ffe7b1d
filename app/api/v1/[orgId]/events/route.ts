import * as runEvents from '@/lib/contract/runs/run-events';
import { route } from '@/server/http/route';
import { followRuns } from '@/server/runs/read/run-events';

export const GET = route(runEvents.followRuns, followRuns);
