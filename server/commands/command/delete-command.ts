import statement from 'sql-template-tag';
import type { deleteCommand as deleteCommandOperation } from '@/lib/contract/command/configure';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

/** Marks a command as deleted. It can no longer be found; its runs are kept. */
export async function deleteCommand({
  subject: { orgId, commandId, name },
  audit,
}: Context<typeof deleteCommandOperation>): Promise<undefined> {
  await transaction(async (tx) => {
    const rows = await query(
      { command_id: column.int },
      statement`update command set deleted_at = now(), version = version + 1
        where org_id = ${orgId} and command_id = ${commandId} and deleted_at is null returning command_id`,
      tx,
    );
    if (rows.length === 0) return;
    await recordAudit(tx, audit, {
      orgId,
      action: 'command.delete',
      subjectType: 'command',
      subjectId: String(commandId),
      before: { name },
    });
  });
  return undefined;
}
