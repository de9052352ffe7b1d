import * as usage from '@/lib/contract/insight/usage';
import { route } from '@/server/http/route';
import { listConnectionFigures } from '@/server/insight/figures/connection-figures';

export const GET = route(usage.listConnectionFigures, listConnectionFigures);
