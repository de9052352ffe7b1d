import statement from 'sql-template-tag';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { mayKnow } from '@/server/access/may-know';
import { transaction } from '@/server/db';
import { AppError } from '@/server/errors';
import { execute } from '@/server/statements';
import type { AddedCommand } from '@/server/sync/add-command';
import { revisionOf } from '@/server/sync/revision';
import { lockTemplate } from '@/server/sync/stored-template';
import { changedSinceDiff } from '@/server/sync/update-template';

interface Deletion {
  orgId: string;
  templateId: number;
  cloudName: string;
  /** Of what was looked at before; null where nobody looked. */
  revision: string | null;
  audit: AuditSource;
}

/**
 * Marks a template and its commands deleted: nobody finds them any more, their runs and settings stay.
 * Answers the commands that went. Throws 409 where it is deleted already or was changed since the look.
 */
export async function deleteTemplate(deletion: Deletion): Promise<AddedCommand[]> {
  const { orgId, templateId, cloudName, revision, audit } = deletion;
  return transaction(async (tx) => {
    const stored = await lockTemplate(tx, orgId, templateId);
    if (stored === undefined || stored.isDeleted) {
      throw new AppError('conflict', `${cloudName} is deleted already.`);
    }
    if (revision !== null && revision !== revisionOf(stored, null)) throw changedSinceDiff(cloudName);
    await execute(
      statement`with deleted_template as (
         update template set deleted_at = now(), version = version + 1 where org_id = ${orgId}
           and template_id = ${templateId}
       )
       update command set deleted_at = now(), version = version + 1
       where org_id = ${orgId} and template_id = ${templateId} and deleted_at is null`,
      tx,
    );
    const commands = stored.commands.filter(({ isDeleted }) => !isDeleted);
    await recordAudit(tx, audit, {
      orgId,
      action: 'template.delete',
      subjectType: 'template',
      subjectId: String(templateId),
      before: {
        cloud_id: stored.cloudId,
        // By number: a command's name may be nobody's but its creator's to know.
        kit_ids: commands.map(({ commandId }) => commandId),
      },
    });
    return commands.filter(mayKnow(audit.actorUserId)).map(({ commandId, name }) => ({ commandId, name }));
  });
}
