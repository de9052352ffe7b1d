import * as bulk from '@/lib/contract/running/bulk';
import { createBulkRun } from '@/server/bulk/create-bulk-run';
import { route } from '@/server/http/route';

export const POST = route(bulk.createBulkRun, createBulkRun);
