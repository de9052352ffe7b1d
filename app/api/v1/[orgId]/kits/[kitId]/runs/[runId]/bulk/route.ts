import * as bulk from '@/lib/contract/runs/bulk';
import { route } from '@/server/http/route';
import { readBulkRun } from '@/server/runs/bulk/read-bulk-run';

export const GET = route(bulk.readBulkRun, readBulkRun);
