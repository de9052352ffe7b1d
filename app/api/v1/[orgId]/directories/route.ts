import * as folders from '@/lib/contract/library/folders';
import { createFolder } from '@/server/commands/folders/create-folder';
import { listFolders } from '@/server/commands/folders/list-folders';
import { route } from '@/server/http/route';

export const GET = route(folders.listFolders, listFolders);
export const POST = route(folders.createFolder, createFolder);
