import * as jobs from '@/lib/contract/schedules/jobs';
import { route } from '@/server/http/route';
import { createJob } from '@/server/schedules/create-job';
import { listCommandJobs } from '@/server/schedules/list-jobs';

export const GET = route(jobs.listCommandJobs, listCommandJobs);
export const POST = route(jobs.createJob, createJob);
