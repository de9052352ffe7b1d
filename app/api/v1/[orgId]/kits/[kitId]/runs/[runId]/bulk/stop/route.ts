import * as bulk from '@/lib/contract/runs/bulk';
import { route } from '@/server/http/route';
import { stopBulkRun } from '@/server/runs/bulk/control-bulk-run';

export const POST = route(bulk.stopBulkRun, stopBulkRun);
