import type { readFolder as readFolderOperation } from '@/lib/contract/library/folders';
import { viewerOf } from '@/server/access/viewer';
import { type Folder, readFolderAs } from '@/server/commands/folders/folder-query';
import type { Context } from '@/server/operations/context';

export function readFolder({
  actor,
  subject: { orgId, folderId },
}: Context<typeof readFolderOperation>): Promise<Folder> {
  return readFolderAs(viewerOf(actor), orgId, folderId);
}
