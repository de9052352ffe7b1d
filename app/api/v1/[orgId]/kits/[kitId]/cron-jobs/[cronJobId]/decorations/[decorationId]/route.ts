import * as autoRuns from '@/lib/contract/schedules/auto-runs';
import { route } from '@/server/http/route';
import { unlinkJobDecoration, updateJobDecoration } from '@/server/schedules/auto-runs/row-auto-runs';

export const PATCH = route(autoRuns.updateJobDecoration, updateJobDecoration);
export const DELETE = route(autoRuns.unlinkJobDecoration, unlinkJobDecoration);
