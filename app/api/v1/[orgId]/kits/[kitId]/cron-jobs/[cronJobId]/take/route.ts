import * as jobs from '@/lib/contract/schedules/jobs';
import { route } from '@/server/http/route';
import { takeJob } from '@/server/schedules/update-job';

export const POST = route(jobs.takeJob, takeJob);
