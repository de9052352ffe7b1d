import * as inputs from '@/lib/contract/command/inputs';
import { deleteInput } from '@/server/commands/inputs/delete-input';
import { updateInput } from '@/server/commands/inputs/update-input';
import { route } from '@/server/http/route';

export const PATCH = route(inputs.updateInput, updateInput);
export const DELETE = route(inputs.deleteInput, deleteInput);
