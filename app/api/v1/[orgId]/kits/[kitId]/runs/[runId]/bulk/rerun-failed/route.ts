import * as bulk from '@/lib/contract/runs/bulk';
import { route } from '@/server/http/route';
import { rerunFailedRows } from '@/server/runs/bulk/rerun-failed-rows';

export const POST = route(bulk.rerunFailedRows, rerunFailedRows);
