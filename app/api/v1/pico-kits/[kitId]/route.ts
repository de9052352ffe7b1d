import * as commands from '@/lib/contract/library/commands';
import { readCommandName } from '@/server/commands/command/read-command';
import { route } from '@/server/http/route';

export const GET = route(commands.readCommandName, readCommandName);
