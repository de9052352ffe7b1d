import * as usage from '@/lib/contract/insight/usage';
import { route } from '@/server/http/route';
import { listLoneCommands } from '@/server/insight/figures/lone-commands';

export const GET = route(usage.listLoneCommands, listLoneCommands);
