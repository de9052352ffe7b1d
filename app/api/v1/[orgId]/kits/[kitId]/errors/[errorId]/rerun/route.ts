import * as rerun from '@/lib/contract/runs/rerun-error';
import { route } from '@/server/http/route';
import { readErrorRerun, rerunError } from '@/server/runs/bulk/rerun-error';

export const GET = route(rerun.readErrorRerun, readErrorRerun);
export const POST = route(rerun.rerunError, rerunError);
