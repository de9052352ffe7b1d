import * as working from '@/lib/contract/insight/working';
import { route } from '@/server/http/route';
import { listWeeklyTimes } from '@/server/insight/figures/weekly-times';

export const GET = route(working.listWeeklyTimes, listWeeklyTimes);
