import * as configure from '@/lib/contract/command/configure';
import { restoreCommand } from '@/server/commands/command/restore-command';
import { route } from '@/server/http/route';

export const POST = route(configure.restoreCommand, restoreCommand);
