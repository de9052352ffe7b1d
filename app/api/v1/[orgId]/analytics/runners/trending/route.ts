import * as analytics from '@/lib/contract/insight/analytics';
import { route } from '@/server/http/route';
import { listTrendingRunners } from '@/server/insight/figures/trending-runners';

export const GET = route(analytics.listTrendingRunners, listTrendingRunners);
