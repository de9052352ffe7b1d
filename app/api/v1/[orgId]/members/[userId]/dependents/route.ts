import * as dependents from '@/lib/contract/dependents/dependents';
import { listPersonDependents } from '@/server/dependents/list-dependents';
import { route } from '@/server/http/route';

export const GET = route(dependents.listPersonDependents, listPersonDependents);
