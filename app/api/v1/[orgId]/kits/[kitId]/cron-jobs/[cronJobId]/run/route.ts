import * as jobs from '@/lib/contract/schedules/jobs';
import { route } from '@/server/http/route';
import { runJobNow } from '@/server/schedules/fire-on-demand';

export const POST = route(jobs.runJobNow, runJobNow);
