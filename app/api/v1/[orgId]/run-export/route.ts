import * as history from '@/lib/contract/runs/history';
import { route } from '@/server/http/route';
import { exportRuns } from '@/server/runs/history/export-runs';

export const GET = route(history.exportRuns, exportRuns);
