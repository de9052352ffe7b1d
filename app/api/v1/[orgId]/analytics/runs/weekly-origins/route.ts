import * as usage from '@/lib/contract/insight/usage';
import { route } from '@/server/http/route';
import { listWeeklyOrigins } from '@/server/insight/figures/weekly-origins';

export const GET = route(usage.listWeeklyOrigins, listWeeklyOrigins);
