import * as dependents from '@/lib/contract/command/dependents';
import { listConnectionDependents } from '@/server/dependents/list-dependents';
import { route } from '@/server/http/route';

export const GET = route(dependents.listConnectionDependents, listConnectionDependents);
