import * as autoRuns from '@/lib/contract/schedules/auto-runs';
import {
  setJobErrorDecoration,
  unsetJobErrorDecoration,
} from '@/server/automation/schedules/auto-runs/error-auto-run';
import { route } from '@/server/http/route';

export const POST = route(autoRuns.setJobErrorDecoration, setJobErrorDecoration);
export const DELETE = route(autoRuns.unsetJobErrorDecoration, unsetJobErrorDecoration);
