import * as jobs from '@/lib/contract/schedules/jobs';
import { backfillJob } from '@/server/automation/schedules/fire-on-demand';
import { route } from '@/server/http/route';

export const POST = route(jobs.backfillJob, backfillJob);
