import * as runMarks from '@/lib/contract/running/run-marks';
import { markRuns } from '@/server/history/mark-runs';
import { route } from '@/server/http/route';

export const POST = route(runMarks.markRuns, markRuns);
