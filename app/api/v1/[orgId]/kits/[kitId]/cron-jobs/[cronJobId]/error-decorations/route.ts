import * as autoRuns from '@/lib/contract/schedules/auto-runs';
import { route } from '@/server/http/route';
import { setJobErrorDecoration, unsetJobErrorDecoration } from '@/server/schedules/auto-runs/error-auto-run';

export const POST = route(autoRuns.setJobErrorDecoration, setJobErrorDecoration);
export const DELETE = route(autoRuns.unsetJobErrorDecoration, unsetJobErrorDecoration);
