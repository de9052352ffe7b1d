import type { renameFolder as renameFolderOperation } from '@/lib/contract/folders';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/db';
import { type Folder, readFolderAs } from '@/server/folders/folder-query';
import type { Context } from '@/server/http/context';

export async function renameFolder({
  actor,
  subject: { orgId, folderId, name },
  body,
  audit,
}: Context<typeof renameFolderOperation>): Promise<Folder> {
  await transaction(async (tx) => {
    await tx.query('update folder set name = $3 where org_id = $1 and folder_id = $2', [
      orgId,
      folderId,
      body.name,
    ]);
    await recordAudit(tx, audit, {
      orgId,
      action: 'folder.rename',
      subjectType: 'folder',
      subjectId: String(folderId),
      before: { name },
      after: { name: body.name },
    });
  });
  return readFolderAs(actor.userId, orgId, folderId);
}
