import * as imports from '@/lib/contract/sources/imports';
import { route } from '@/server/http/route';
import { uploadPostman } from '@/server/sources/imports/upload/upload-documents';

export const POST = route(imports.uploadPostman, uploadPostman);
