import * as imports from '@/lib/contract/sources/imports';
import { route } from '@/server/http/route';
import { uploadOpenapiAt } from '@/server/sources/imports/upload/upload-at';

export const POST = route(imports.uploadOpenapiAt, uploadOpenapiAt);
