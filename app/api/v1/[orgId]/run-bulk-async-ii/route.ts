import * as bulk from '@/lib/contract/runs/bulk';
import { route } from '@/server/http/route';
import { startBulkRun } from '@/server/runs/bulk/start-bulk-run';

export const POST = route(bulk.startBulkRun, startBulkRun);
