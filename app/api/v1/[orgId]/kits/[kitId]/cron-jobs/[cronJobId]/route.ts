import * as jobs from '@/lib/contract/schedules/jobs';
import { readJob } from '@/server/automation/schedules/list-jobs';
import { deleteJob, updateJob } from '@/server/automation/schedules/update-job';
import { route } from '@/server/http/route';

export const GET = route(jobs.readJob, readJob);
export const PATCH = route(jobs.updateJob, updateJob);
export const DELETE = route(jobs.deleteJob, deleteJob);
