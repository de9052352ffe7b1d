import { listOutputDependents as operation } from '@/lib/contract/dependents/dependents';
import { listOutputDependents } from '@/server/dependents/list-output-dependents';
import { route } from '@/server/http/route';

export const GET = route(operation, listOutputDependents);
