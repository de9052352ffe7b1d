import * as jobs from '@/lib/contract/schedules/jobs';
import { route } from '@/server/http/route';
import { backfillJob } from '@/server/schedules/fire-on-demand';

export const POST = route(jobs.backfillJob, backfillJob);
