import * as commands from '@/lib/contract/library/commands';
import { readCommand } from '@/server/commands/command/read-command';
import { route } from '@/server/http/route';

export const GET = route(commands.readCommand, readCommand);
