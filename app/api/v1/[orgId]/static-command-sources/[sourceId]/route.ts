import * as imports from '@/lib/contract/sources/imports';
import { route } from '@/server/http/route';
import { updateStaticCommandSource } from '@/server/sources/imports/store/update-source';

export const PATCH = route(imports.updateStaticCommandSource, updateStaticCommandSource);
