import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { restoreRevision as restoreRevisionOperation } from '@/lib/contract/command/revisions';
import { loadTemplate } from '@/server/access/load/load';
import type { CommandSubject } from '@/server/access/load/load-command';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, changedMeanwhile } from '@/server/base/errors';
import { readCommandAs } from '@/server/commands/command/read-command';
import { readDeletedInputs, returningInput } from '@/server/commands/revisions/deleted-inputs';
import { keepRevisions, keepStart } from '@/server/commands/revisions/keep-revisions';
import { planRestoring, type Restoring } from '@/server/commands/revisions/restore-settings';
import { lockCommands } from '@/server/commands/settings/lock-commands';
import { countChange } from '@/server/commands/settings/write-settings';
import { editTemplate } from '@/server/commands/template/edit-template';
import type { Context } from '@/server/operations/context';

async function mayConfigureTemplate(actor: Person, { orgId, templateId }: CommandSubject): Promise<boolean> {
  try {
    await loadTemplate(actor, orgId, templateId, 'template.configure');
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Restores a command's earlier configuration, as one revision; see `planRestore` for what stays. Inputs that engineers
 * deleted since come back where the source allows that. Settings that several commands share, and inputs, are restored
 * for all of them, which requires an engineer of all. Throws 409 with the current state if the command changed since the
 * client read it.
 */
export async function restoreRevision(context: Context<typeof restoreRevisionOperation>) {
  const { actor, subject, params, body, audit } = context;
  const mayChangeShared = await mayConfigureTemplate(actor, subject);
  const restoring = { actor, subject, revision: params.revision, mayChangeShared, audit };
  const deleted = mayChangeShared ? await readDeletedInputs(subject, params.revision) : [];
  const isStale =
    deleted.length === 0
      ? await restoreAlone(restoring, body.version)
      : await restoreWithInputs(restoring, body.version);
  const now = await readCommandAs(actor, subject.orgId, subject.commandId);
  if (isStale) throw changedMeanwhile(now);
  return now;
}

/** Returns whether the command has changed since the version that the client read. */
function restoreAlone(restoring: Restoring, version: number | undefined): Promise<boolean> {
  const { subject, revision, audit } = restoring;
  const { orgId, commandId, templateId } = subject;
  return transaction(async (tx) => {
    await query(
      { template_id: column.int },
      statement`select template_id from template
        where org_id = ${orgId} and template_id = ${templateId} for update`,
      tx,
    );
    await lockCommands(tx, orgId, templateId);
    const planned = await planRestoring(tx, restoring);
    if (version !== undefined && version !== planned.version) return true;
    if (!planned.isChanged) return false;
    const scope = planned.isShared ? { orgId, templateId } : { orgId, commandId };
    const commands = planned.isShared ? { orgId, templateId } : { orgId, commandIds: [commandId] };
    await keepStart(tx, commands);
    await planned.write();
    await countChange(tx, scope);
    await keepRevisions(tx, audit, commands, {
      changeType: 'user_update',
      restored: { commandId, version: revision },
    });
    return false;
  });
}

/** The same together with the inputs that the template no longer has. */
async function restoreWithInputs(restoring: Restoring, version: number | undefined): Promise<boolean> {
  const { actor, subject, revision, audit } = restoring;
  try {
    await editTemplate({
      actor,
      subject,
      version,
      audit,
      action: 'input.create',
      plan: async (tx, { stored }) =>
        (await readDeletedInputs(subject, revision, tx)).map((input) => ({
          edit: { kind: 'add', input: returningInput(stored, input) },
          needs: 'addAndDelete',
          path: 'revision',
        })),
      finish: async (tx) => (await planRestoring(tx, restoring)).write(),
      restored: { commandId: subject.commandId, version: revision },
    });
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return true;
    throw error;
  }
}
