import * as dependents from '@/lib/contract/dependents/dependents';
import { listDependents } from '@/server/dependents/list-dependents';
import { route } from '@/server/http/route';

export const GET = route(dependents.listDependents, listDependents);
