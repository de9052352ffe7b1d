import * as resultRows from '@/lib/contract/results/result-rows';
import { route } from '@/server/http/route';
import { listResultRows } from '@/server/results/rows/list-result-rows';

export const GET = route(resultRows.listResultRows, listResultRows);
