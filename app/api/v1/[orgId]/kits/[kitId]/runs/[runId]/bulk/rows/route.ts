import * as bulk from '@/lib/contract/running/bulk';
import { listBulkRows } from '@/server/bulk/read-bulk-run';
import { route } from '@/server/http/route';

export const GET = route(bulk.listBulkRows, listBulkRows);
