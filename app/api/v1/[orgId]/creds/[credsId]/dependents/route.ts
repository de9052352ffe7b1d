import * as dependents from '@/lib/contract/dependents/dependents';
import { listConnectionDependents } from '@/server/dependents/list-dependents';
import { route } from '@/server/http/route';

export const GET = route(dependents.listConnectionDependents, listConnectionDependents);
