import * as autoRuns from '@/lib/contract/schedules/auto-runs';
import {
  unlinkJobDecoration,
  updateJobDecoration,
} from '@/server/automation/schedules/auto-runs/row-auto-runs';
import { route } from '@/server/http/route';

export const PATCH = route(autoRuns.updateJobDecoration, updateJobDecoration);
export const DELETE = route(autoRuns.unlinkJobDecoration, unlinkJobDecoration);
