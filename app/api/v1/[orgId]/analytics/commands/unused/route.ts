import * as usage from '@/lib/contract/insight/usage';
import { route } from '@/server/http/route';
import { listUnusedCommands } from '@/server/insight/figures/unused-commands';

export const GET = route(usage.listUnusedCommands, listUnusedCommands);
