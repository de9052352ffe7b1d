import * as folders from '@/lib/contract/library/folders';
import { deleteFolder } from '@/server/commands/folders/delete-folder';
import { readFolder } from '@/server/commands/folders/read-folder';
import { renameFolder } from '@/server/commands/folders/rename-folder';
import { route } from '@/server/http/route';

export const GET = route(folders.readFolder, readFolder);
export const PATCH = route(folders.renameFolder, renameFolder);
export const DELETE = route(folders.deleteFolder, deleteFolder);
