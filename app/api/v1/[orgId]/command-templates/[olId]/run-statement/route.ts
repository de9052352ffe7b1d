import * as requests from '@/lib/contract/sources/requests';
import { route } from '@/server/http/route';
import { makeRunStatement } from '@/server/runs/start/make-run-statement';

export const POST = route(requests.makeRunStatement, makeRunStatement);
