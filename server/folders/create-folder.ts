import type { createFolder as createFolderOperation } from '@/lib/contract/folders';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/db';
import { type Folder, readFolderAs } from '@/server/folders/folder-query';
import type { Context } from '@/server/http/context';
import { keyValues, noteMadeSql } from '@/server/http/idempotency';

/** Makes a folder. Who makes it is its engineer, so that they can fill and share it. */
export async function createFolder({
  actor,
  subject: { orgId },
  body,
  audit,
  key,
}: Context<typeof createFolderOperation>): Promise<Folder> {
  if (key?.madeId != null) return readFolderAs(actor.userId, orgId, key.madeId);
  const folderId = await transaction(async (tx) => {
    const [made] = await tx.query<{ folder_id: number }>(
      `with made as (insert into folder (org_id, name) values ($1, $2) returning org_id, folder_id),
         granted as (insert into folder_user_grant (org_id, folder_id, user_id, role)
           select org_id, folder_id, $3, 'admin' from made),
         ${noteMadeSql(4, 'made', 'folder_id')}
       select folder_id from made`,
      [orgId, body.name, actor.userId, ...keyValues(key)],
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
  return readFolderAs(actor.userId, orgId, folderId);
}
