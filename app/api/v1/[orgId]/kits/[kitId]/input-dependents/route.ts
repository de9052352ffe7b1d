import * as dependents from '@/lib/contract/dependents/dependents';
import { listInputDependents } from '@/server/dependents/list-input-dependents';
import { route } from '@/server/http/route';

export const GET = route(dependents.listInputDependents, listInputDependents);
