import * as runs from '@/lib/contract/runs/runs';
import { route } from '@/server/http/route';
import { downloadLog } from '@/server/runs/read/download-log';

export const GET = route(runs.downloadLog, downloadLog);
