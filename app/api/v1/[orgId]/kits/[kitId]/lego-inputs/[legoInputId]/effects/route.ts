import { previewInputEdit as operation } from '@/lib/contract/command/inputs';
import { route } from '@/server/http/route';
import { previewInputEdit } from '@/server/sources/sync/preview-input-edit';

export const POST = route(operation, previewInputEdit);
