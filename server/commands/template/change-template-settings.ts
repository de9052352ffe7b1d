import type { updateTemplate as updateTemplateOperation } from '@/lib/contract/command/configure';
import { transaction } from '@/server/base/database/db';
import { keepRevisions, keepStart } from '@/server/commands/revisions/keep-revisions';
import { checkRunning } from '@/server/commands/settings/check-running';
import { planRenaming, renameCommands } from '@/server/commands/settings/rename-commands';
import { countChange } from '@/server/commands/settings/write-settings';
import { planTemplateChange, writeTemplateChange } from '@/server/commands/template/change-template';
import type { Context } from '@/server/operations/context';

/**
 * Changes what all commands of a template share: their name and description, and what they say around their Run button.
 * The version of each counts the change. Throws 409 where the template was changed since it was read.
 */
export async function updateTemplate({
  actor,
  subject: { orgId, templateId },
  body,
  audit,
}: Context<typeof updateTemplateOperation>): Promise<undefined> {
  const commands = { orgId, templateId };
  await transaction(async (tx) => {
    const { overrideName: name, description, ...shared } = body;
    const planned = await planTemplateChange(tx, actor, commands, shared);
    const renamed = await planRenaming(tx, commands, { name, description });
    if (planned === null && renamed.length === 0) return;
    await keepStart(tx, commands);
    if (planned !== null) await writeTemplateChange(tx, planned, audit);
    await checkRunning(tx, orgId, { templateId });
    await renameCommands(tx, orgId, renamed, audit);
    await countChange(tx, commands);
    await keepRevisions(tx, audit, commands, { changeType: 'user_update' });
  });
  return undefined;
}
