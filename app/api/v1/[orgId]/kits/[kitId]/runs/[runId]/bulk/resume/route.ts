import * as bulk from '@/lib/contract/runs/bulk';
import { route } from '@/server/http/route';
import { resumeBulkRun } from '@/server/runs/bulk/control-bulk-run';

export const POST = route(bulk.resumeBulkRun, resumeBulkRun);
