import * as sharing from '@/lib/contract/sharing/sharing';
import { route } from '@/server/http/route';
import { readFolderAccess } from '@/server/sharing/explain-folder-access';

export const GET = route(sharing.readFolderAccess, readFolderAccess);
