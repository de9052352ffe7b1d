import * as jobs from '@/lib/contract/schedules/jobs';
import { skipNextTime } from '@/server/automation/schedules/skip-next';
import { route } from '@/server/http/route';

export const POST = route(jobs.skipNextTime, skipNextTime);
