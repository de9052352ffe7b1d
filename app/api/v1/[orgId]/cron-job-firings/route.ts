import * as jobs from '@/lib/contract/schedules/jobs';
import { route } from '@/server/http/route';
import { listFirings } from '@/server/schedules/list-firings';

export const GET = route(jobs.listFirings, listFirings);
