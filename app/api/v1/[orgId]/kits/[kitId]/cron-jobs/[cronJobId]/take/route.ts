import * as jobs from '@/lib/contract/schedules/jobs';
import { takeJob } from '@/server/automation/schedules/update-job';
import { route } from '@/server/http/route';

export const POST = route(jobs.takeJob, takeJob);
