import * as folders from '@/lib/contract/folders';
import { createFolder } from '@/server/folders/create-folder';
import { listFolders } from '@/server/folders/list-folders';
import { route } from '@/server/http/route';

export const GET = route(folders.listFolders, listFolders);
export const POST = route(folders.createFolder, createFolder);
