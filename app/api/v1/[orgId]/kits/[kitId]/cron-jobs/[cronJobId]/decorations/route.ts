import * as autoRuns from '@/lib/contract/schedules/auto-runs';
import { route } from '@/server/http/route';
import { linkJobDecoration } from '@/server/schedules/auto-runs/row-auto-runs';

export const POST = route(autoRuns.linkJobDecoration, linkJobDecoration);
