import * as commands from '@/lib/contract/library/commands';
import { listCommands } from '@/server/commands/command/list-commands';
import { route } from '@/server/http/route';

export const GET = route(commands.listCommands, listCommands);
