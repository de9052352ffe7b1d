import * as bulk from '@/lib/contract/running/bulk';
import { stopBulkRun } from '@/server/bulk/control-bulk-run';
import { route } from '@/server/http/route';

export const POST = route(bulk.stopBulkRun, stopBulkRun);
