import * as working from '@/lib/contract/insight/working';
import { route } from '@/server/http/route';
import { listCommandFigures } from '@/server/insight/figures/command-figures';

export const GET = route(working.listCommandFigures, listCommandFigures);
