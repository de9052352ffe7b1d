import * as startup from '@/lib/contract/command/startup';
import { route } from '@/server/http/route';
import { readVariables } from '@/server/people/variables/variables';

export const GET = route(startup.readVariables, readVariables);
