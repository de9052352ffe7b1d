import * as outputs from '@/lib/contract/command/outputs';
import { route } from '@/server/http/route';
import { readCommandWithOutputs } from '@/server/outputs/offered-commands';

export const GET = route(outputs.readCommandWithOutputs, readCommandWithOutputs);
