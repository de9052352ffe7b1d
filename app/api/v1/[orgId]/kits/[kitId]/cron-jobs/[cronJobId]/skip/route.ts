import * as jobs from '@/lib/contract/schedules/jobs';
import { skipTime } from '@/server/automation/schedules/skip-time';
import { route } from '@/server/http/route';

export const POST = route(jobs.skipTime, skipTime);
