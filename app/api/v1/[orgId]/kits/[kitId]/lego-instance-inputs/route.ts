import * as inputs from '@/lib/contract/command/inputs';
import { createInputs } from '@/server/commands/inputs/create-inputs';
import { route } from '@/server/http/route';

export const POST = route(inputs.createInputs, createInputs);
