import * as inputs from '@/lib/contract/command/inputs';
import { updateInput } from '@/server/configure/update-input';
import { route } from '@/server/http/route';

export const PATCH = route(inputs.updateInput, updateInput);
