import * as bulk from '@/lib/contract/runs/bulk';
import { route } from '@/server/http/route';
import { listBulkRows } from '@/server/runs/bulk/read-bulk-run';

export const GET = route(bulk.listBulkRows, listBulkRows);
