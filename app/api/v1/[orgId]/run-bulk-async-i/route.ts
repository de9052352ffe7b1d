import * as bulk from '@/lib/contract/runs/bulk';
import { route } from '@/server/http/route';
import { createBulkRun } from '@/server/runs/bulk/create-bulk-run';

export const POST = route(bulk.createBulkRun, createBulkRun);
