import * as bulk from '@/lib/contract/running/bulk';
import { rerunFailedRows } from '@/server/bulk/rerun-failed-rows';
import { route } from '@/server/http/route';

export const POST = route(bulk.rerunFailedRows, rerunFailedRows);
