import * as analytics from '@/lib/contract/insight/analytics';
import { route } from '@/server/http/route';
import { listWeeklyAdditions } from '@/server/insight/figures/weekly-additions';

export const GET = route(analytics.listWeeklyAdditions, listWeeklyAdditions);
