import * as inputs from '@/lib/contract/command/inputs';
import { deleteTemplateInput } from '@/server/commands/inputs/delete-input';
import { editTemplateInput } from '@/server/commands/template/edit-template-input';
import { route } from '@/server/http/route';

export const PATCH = route(inputs.editTemplateInput, editTemplateInput);
export const DELETE = route(inputs.deleteTemplateInput, deleteTemplateInput);
