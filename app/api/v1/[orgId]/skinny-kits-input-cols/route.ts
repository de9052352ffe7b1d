import * as outputs from '@/lib/contract/command/outputs';
import { listCommandsWithInputs } from '@/server/commands/outputs/offered-commands';
import { route } from '@/server/http/route';

export const GET = route(outputs.listCommandsWithInputs, listCommandsWithInputs);
