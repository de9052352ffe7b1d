import * as jobs from '@/lib/contract/schedules/jobs';
import { route } from '@/server/http/route';
import { skipNextTime } from '@/server/schedules/skip-next';

export const POST = route(jobs.skipNextTime, skipNextTime);
