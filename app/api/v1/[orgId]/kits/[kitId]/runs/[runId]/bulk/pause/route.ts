import * as bulk from '@/lib/contract/runs/bulk';
import { route } from '@/server/http/route';
import { pauseBulkRun } from '@/server/runs/bulk/control-bulk-run';

export const POST = route(bulk.pauseBulkRun, pauseBulkRun);
