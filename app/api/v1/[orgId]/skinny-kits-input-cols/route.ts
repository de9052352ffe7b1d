import * as outputs from '@/lib/contract/command/outputs';
import { route } from '@/server/http/route';
import { listCommandsWithInputs } from '@/server/outputs/offered-commands';

export const GET = route(outputs.listCommandsWithInputs, listCommandsWithInputs);
