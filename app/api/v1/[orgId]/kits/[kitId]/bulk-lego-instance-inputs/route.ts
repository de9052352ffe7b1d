import * as inputs from '@/lib/contract/command/inputs';
import { updateInputs } from '@/server/commands/inputs/update-inputs';
import { route } from '@/server/http/route';

export const PATCH = route(inputs.updateInputs, updateInputs);
