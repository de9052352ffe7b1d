import * as jobs from '@/lib/contract/schedules/jobs';
import { listJobs } from '@/server/automation/schedules/list-jobs';
import { route } from '@/server/http/route';

export const GET = route(jobs.listJobs, listJobs);
