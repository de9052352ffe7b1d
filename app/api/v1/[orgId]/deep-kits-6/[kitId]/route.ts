import * as command from '@/lib/contract/command/command';
import { readCommand } from '@/server/commands/command/read-command';
import { route } from '@/server/http/route';

export const GET = route(command.readCommand, readCommand);
