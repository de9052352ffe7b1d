import * as jobs from '@/lib/contract/schedules/jobs';
import { route } from '@/server/http/route';
import { readJob } from '@/server/schedules/list-jobs';
import { deleteJob, updateJob } from '@/server/schedules/update-job';

export const GET = route(jobs.readJob, readJob);
export const PATCH = route(jobs.updateJob, updateJob);
export const DELETE = route(jobs.deleteJob, deleteJob);
