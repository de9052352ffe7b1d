import * as dependents from '@/lib/contract/dependents/dependents';
import { listFolderDependents } from '@/server/dependents/list-dependents';
import { route } from '@/server/http/route';

export const GET = route(dependents.listFolderDependents, listFolderDependents);
