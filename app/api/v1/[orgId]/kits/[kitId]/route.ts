import * as configure from '@/lib/contract/command/configure';
import { deleteCommand } from '@/server/commands/command/delete-command';
import { updateCommand } from '@/server/commands/settings/update-command';
import { route } from '@/server/http/route';

export const PATCH = route(configure.updateCommand, updateCommand);
export const DELETE = route(configure.deleteCommand, deleteCommand);
