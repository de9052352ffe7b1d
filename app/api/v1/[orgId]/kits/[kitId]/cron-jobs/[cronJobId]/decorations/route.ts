import * as autoRuns from '@/lib/contract/schedules/auto-runs';
import { linkJobDecoration } from '@/server/automation/schedules/auto-runs/row-auto-runs';
import { route } from '@/server/http/route';

export const POST = route(autoRuns.linkJobDecoration, linkJobDecoration);
