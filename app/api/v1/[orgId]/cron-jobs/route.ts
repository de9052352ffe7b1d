import * as jobs from '@/lib/contract/schedules/jobs';
import { route } from '@/server/http/route';
import { listJobs } from '@/server/schedules/list-jobs';

export const GET = route(jobs.listJobs, listJobs);
