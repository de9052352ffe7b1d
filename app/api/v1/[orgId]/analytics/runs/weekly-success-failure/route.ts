import * as analytics from '@/lib/contract/insight/analytics';
import { route } from '@/server/http/route';
import { listWeeklyRuns } from '@/server/insight/figures/weekly-runs';

export const GET = route(analytics.listWeeklyRuns, listWeeklyRuns);
