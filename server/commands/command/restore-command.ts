import statement from 'sql-template-tag';
import type { restoreCommand as restoreCommandOperation } from '@/lib/contract/command/configure';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import { checkRunning } from '@/server/commands/settings/check-running';
import type { Context } from '@/server/operations/context';

/**
 * Restores a deleted command; does nothing if it isn't deleted. Throws 409 if the template was deleted too: then a sync
 * can bring back both.
 */
export async function restoreCommand({
  subject: { orgId },
  params,
  audit,
}: Context<typeof restoreCommandOperation>): Promise<undefined> {
  await transaction(async (tx) => {
    const [found] = await query(
      { name: column.text, is_deleted: column.boolean, is_template_deleted: column.boolean },
      statement`select c.name, c.deleted_at is not null as is_deleted, t.deleted_at is not null as is_template_deleted
       from command c join template t on t.org_id = c.org_id and t.template_id = c.template_id
       where c.org_id = ${orgId} and c.command_id = ${params.kitId} and c.visibility <> 'justme'
       for update of c`,
      tx,
    );
    if (found === undefined) throw notFound();
    if (!found.is_deleted) return;
    if (found.is_template_deleted) {
      throw new AppError(
        'conflict',
        'What this command runs was deleted with it. Sync its connection: what is there again can be brought back with it.',
      );
    }
    await execute(
      statement`update command set deleted_at = null, version = version + 1
        where org_id = ${orgId} and command_id = ${params.kitId}`,
      tx,
    );
    await checkRunning(tx, orgId, { commandId: params.kitId });
    await recordAudit(tx, audit, {
      orgId,
      action: 'command.restore',
      subjectType: 'command',
      subjectId: String(params.kitId),
      after: { name: found.name },
    });
  });
  return undefined;
}
