import * as usage from '@/lib/contract/insight/usage';
import { route } from '@/server/http/route';
import { listGroupFigures } from '@/server/insight/figures/group-figures';

export const GET = route(usage.listGroupFigures, listGroupFigures);
