import * as imports from '@/lib/contract/sources/imports';
import { route } from '@/server/http/route';
import { listDescriptions } from '@/server/sources/imports/store/list-descriptions';

export const GET = route(imports.listDescriptions, listDescriptions);
