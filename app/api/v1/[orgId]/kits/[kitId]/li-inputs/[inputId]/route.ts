import * as inputs from '@/lib/contract/command/inputs';
import { deleteInput } from '@/server/configure/delete-input';
import { updateInput } from '@/server/configure/update-input';
import { route } from '@/server/http/route';

export const PATCH = route(inputs.updateInput, updateInput);
export const DELETE = route(inputs.deleteInput, deleteInput);
