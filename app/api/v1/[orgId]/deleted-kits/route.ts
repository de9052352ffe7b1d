import * as configure from '@/lib/contract/command/configure';
import { listDeletedCommands } from '@/server/commands/command/list-deleted-commands';
import { route } from '@/server/http/route';

export const GET = route(configure.listDeletedCommands, listDeletedCommands);
