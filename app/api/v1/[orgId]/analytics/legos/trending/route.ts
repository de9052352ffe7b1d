import * as analytics from '@/lib/contract/insight/analytics';
import { route } from '@/server/http/route';
import { listTrendingCommands } from '@/server/insight/figures/trending-commands';

export const GET = route(analytics.listTrendingCommands, listTrendingCommands);
