import * as inputs from '@/lib/contract/command/inputs';
import { deleteTemplateInput } from '@/server/configure/delete-input';
import { editTemplateInput } from '@/server/configure/edit-template-input';
import { route } from '@/server/http/route';

export const PATCH = route(inputs.editTemplateInput, editTemplateInput);
export const DELETE = route(inputs.deleteTemplateInput, deleteTemplateInput);
