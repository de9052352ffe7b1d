import * as jobs from '@/lib/contract/schedules/jobs';
import { listFirings } from '@/server/automation/schedules/list-firings';
import { route } from '@/server/http/route';

export const GET = route(jobs.listFirings, listFirings);
