import * as working from '@/lib/contract/insight/working';
import { route } from '@/server/http/route';
import { listWeeklyReasons } from '@/server/insight/figures/weekly-reasons';

export const GET = route(working.listWeeklyReasons, listWeeklyReasons);
