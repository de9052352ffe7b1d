import * as history from '@/lib/contract/history';
import { exportRuns } from '@/server/history/export-runs';
import { route } from '@/server/http/route';

export const GET = route(history.exportRuns, exportRuns);
