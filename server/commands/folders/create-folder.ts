import statement from 'sql-template-tag';
import type { createFolder as createFolderOperation } from '@/lib/contract/library/folders';
import { recordAudit } from '@/server/access/audit';
import { grantMadeFolder } from '@/server/access/grants';
import { viewerOf } from '@/server/access/viewer';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { type Folder, readFolderAs } from '@/server/commands/folders/folder-query';
import type { Context } from '@/server/operations/context';
import { noteMade } from '@/server/operations/idempotency';

/** Creates a folder. Its creator becomes its engineer, so that they can fill and share it. */
export async function createFolder({
  actor,
  subject: { orgId },
  body,
  audit,
  key,
}: Context<typeof createFolderOperation>): Promise<Folder> {
  if (key?.madeId != null) return readFolderAs(viewerOf(actor), orgId, key.madeId);
  const folderId = await transaction(async (tx) => {
    const [made] = await query(
      { folder_id: column.int },
      statement`with made as (
         insert into folder (org_id, name) values (${orgId}, ${body.name}) returning org_id, folder_id
       ), granted as (
         ${grantMadeFolder(actor.userId)}
       ), ${noteMade(key, 'made', 'folder_id')}
       select folder_id from made`,
      tx,
    );
    if (made === undefined) throw new Error('A folder was not inserted');
    await recordAudit(tx, audit, {
      orgId,
      action: 'folder.create',
      subjectType: 'folder',
      subjectId: String(made.folder_id),
      after: { name: body.name },
    });
    return made.folder_id;
  });
  return readFolderAs(viewerOf(actor), orgId, folderId);
}
