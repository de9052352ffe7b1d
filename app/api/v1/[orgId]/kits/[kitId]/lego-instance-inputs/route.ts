import * as inputs from '@/lib/contract/command/inputs';
import { createInputs } from '@/server/configure/create-inputs';
import { route } from '@/server/http/route';

export const POST = route(inputs.createInputs, createInputs);
