import * as jobs from '@/lib/contract/schedules/jobs';
import { createJob } from '@/server/automation/schedules/create-job';
import { listCommandJobs } from '@/server/automation/schedules/list-jobs';
import { route } from '@/server/http/route';

export const GET = route(jobs.listCommandJobs, listCommandJobs);
export const POST = route(jobs.createJob, createJob);
