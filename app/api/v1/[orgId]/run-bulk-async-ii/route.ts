import * as bulk from '@/lib/contract/running/bulk';
import { startBulkRun } from '@/server/bulk/start-bulk-run';
import { route } from '@/server/http/route';

export const POST = route(bulk.startBulkRun, startBulkRun);
