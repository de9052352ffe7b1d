import type { restoreCommand as restoreCommandOperation } from '@/lib/contract/configure';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/db';
import { AppError, notFound } from '@/server/errors';
import type { Context } from '@/server/http/context';

/**
 * Brings a deleted command back; one that is there already stays as it is. Throws 409 where what it runs is gone from the
 * source: then a sync brings back both.
 */
export async function restoreCommand({
  subject: { orgId },
  params,
  audit,
}: Context<typeof restoreCommandOperation>): Promise<undefined> {
  await transaction(async (tx) => {
    const [found] = await tx.query<{ name: string; is_deleted: boolean; is_template_deleted: boolean }>(
      `select c.name, c.deleted_at is not null as is_deleted, t.deleted_at is not null as is_template_deleted
       from command c join template t on t.org_id = c.org_id and t.template_id = c.template_id
       where c.org_id = $1 and c.command_id = $2 and c.visibility <> 'justme'
       for update of c`,
      [orgId, params.kitId],
    );
    if (found === undefined) throw notFound();
    if (!found.is_deleted) return;
    if (found.is_template_deleted) {
      throw new AppError(
        'conflict',
        'What this command runs was deleted with it. Sync its connection: what is there again can be brought back with it.',
      );
    }
    await tx.query(
      'update command set deleted_at = null, version = version + 1 where org_id = $1 and command_id = $2',
      [orgId, params.kitId],
    );
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
