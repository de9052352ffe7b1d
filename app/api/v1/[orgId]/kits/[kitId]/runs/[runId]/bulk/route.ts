import * as bulk from '@/lib/contract/running/bulk';
import { readBulkRun } from '@/server/bulk/read-bulk-run';
import { route } from '@/server/http/route';

export const GET = route(bulk.readBulkRun, readBulkRun);
