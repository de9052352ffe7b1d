import statement from 'sql-template-tag';
import type { deleteFolder as deleteFolderOperation } from '@/lib/contract/library/folders';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { keepRevisions, keepStart } from '@/server/commands/revisions/keep-revisions';
import type { Context } from '@/server/operations/context';

/**
 * Deletes a folder and its grants. Its commands stay, outside any folder; people who had them only through the folder
 * lose them.
 */
export async function deleteFolder({
  subject: { orgId, folderId, name },
  audit,
}: Context<typeof deleteFolderOperation>): Promise<undefined> {
  await transaction(async (tx) => {
    const inFolder = await query(
      { command_id: column.int },
      statement`select command_id from command where org_id = ${orgId} and folder_id = ${folderId}
        order by command_id for update`,
      tx,
    );
    const commandIds = inFolder.map(({ command_id }) => command_id);
    await keepStart(tx, { orgId, commandIds });
    await execute(
      statement`update command set folder_id = null, version = version + 1
        where org_id = ${orgId} and command_id = any(${commandIds}::int[])`,
      tx,
    );
    await execute(statement`delete from folder where org_id = ${orgId} and folder_id = ${folderId}`, tx);
    await recordAudit(tx, audit, {
      orgId,
      action: 'folder.delete',
      subjectType: 'folder',
      subjectId: String(folderId),
      before: { name, kit_ids: commandIds },
    });
    await keepRevisions(tx, audit, { orgId, commandIds }, { changeType: 'user_update' });
  });
  return undefined;
}
