import * as runEvents from '@/lib/contract/runs/run-events';
import { route } from '@/server/http/route';
import { downloadLog } from '@/server/runs/read/download-log';

export const GET = route(runEvents.downloadLog, downloadLog);
