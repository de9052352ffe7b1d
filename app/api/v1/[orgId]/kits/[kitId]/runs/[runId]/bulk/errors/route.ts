import { listBulkErrors as operation } from '@/lib/contract/runs/bulk';
import { route } from '@/server/http/route';
import { listBulkErrors } from '@/server/runs/bulk/bulk-errors';

export const GET = route(operation, listBulkErrors);
