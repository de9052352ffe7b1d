import * as runMarks from '@/lib/contract/runs/run-marks';
import { route } from '@/server/http/route';
import { markRuns } from '@/server/runs/history/mark-runs';

export const POST = route(runMarks.markRuns, markRuns);
