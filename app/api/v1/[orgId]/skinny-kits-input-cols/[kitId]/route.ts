import * as outputs from '@/lib/contract/command/outputs';
import { readCommandWithInputs } from '@/server/commands/outputs/offered-commands';
import { route } from '@/server/http/route';

export const GET = route(outputs.readCommandWithInputs, readCommandWithInputs);
