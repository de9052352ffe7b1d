import statement from 'sql-template-tag';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { mayKnow } from '@/server/access/may-know';
import { transaction } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import type { AddedCommand } from '@/server/commands/template/add-command';
import { revisionOf } from '@/server/commands/template/revision';
import { lockTemplate } from '@/server/commands/template/stored-template';
import { changedSinceDiff } from '@/server/commands/template/update-template';
import { forgetExpected } from '@/server/dependents/expected-breaks';

interface Deletion {
  orgId: string;
  templateId: number;
  cloudName: string;
  /** Of the diff that the person reviewed; null without one. */
  revision: string | null;
  audit: AuditSource;
}

/**
 * Marks a template and its commands as deleted: they can no longer be found, but their runs and settings are kept.
 * Returns the deleted commands. Throws 409 if the template is already deleted, or changed since the person reviewed it.
 */
export async function deleteTemplate(deletion: Deletion): Promise<AddedCommand[]> {
  const { orgId, templateId, cloudName, revision, audit } = deletion;
  return transaction(async (tx) => {
    const stored = await lockTemplate(tx, orgId, templateId);
    if (stored === undefined || stored.isDeleted) {
      throw new AppError('conflict', `${cloudName} is already deleted.`);
    }
    if (revision !== null && revision !== revisionOf(stored, null)) throw changedSinceDiff(cloudName);
    await execute(
      statement`with deleted_template as (
         update template set deleted_at = now(), version = version + 1 where org_id = ${orgId}
           and template_id = ${templateId}
       )
       update command set deleted_at = now(), version = version + 1
       where org_id = ${orgId} and template_id = ${templateId} and deleted_at is null and follows_command_id is null`,
      tx,
    );
    if (stored.isExpectedToBreak) await forgetExpected(tx, orgId, templateId);
    const commands = stored.commands.filter(({ isDeleted }) => !isDeleted);
    await recordAudit(tx, audit, {
      orgId,
      action: 'template.delete',
      subjectType: 'template',
      subjectId: String(templateId),
      before: {
        cloud_id: stored.cloudId,
        // By id: only its creator may know the name of a `justme` command.
        kit_ids: commands.map(({ commandId }) => commandId),
      },
    });
    return commands.filter(mayKnow(audit.actorUserId)).map(({ commandId, name }) => ({ commandId, name }));
  });
}
