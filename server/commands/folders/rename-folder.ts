import statement from 'sql-template-tag';
import type { renameFolder as renameFolderOperation } from '@/lib/contract/library/folders';
import { recordAudit } from '@/server/access/audit';
import { viewerOf } from '@/server/access/viewer';
import { transaction } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { type Folder, readFolderAs } from '@/server/commands/folders/folder-query';
import type { Context } from '@/server/operations/context';

export async function renameFolder({
  actor,
  subject: { orgId, folderId, name },
  body,
  audit,
}: Context<typeof renameFolderOperation>): Promise<Folder> {
  await transaction(async (tx) => {
    await execute(
      statement`update folder set name = ${body.name} where org_id = ${orgId} and folder_id = ${folderId}`,
      tx,
    );
    await recordAudit(tx, audit, {
      orgId,
      action: 'folder.rename',
      subjectType: 'folder',
      subjectId: String(folderId),
      before: { name },
      after: { name: body.name },
    });
  });
  return readFolderAs(viewerOf(actor), orgId, folderId);
}
