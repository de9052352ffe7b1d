import type { updateTemplate as updateTemplateOperation } from '@/lib/contract/configure';
import { planTemplateChange, writeTemplateChange } from '@/server/configure/change-template';
import { transaction } from '@/server/db';
import type { Context } from '@/server/http/context';
import { keepRevisions, keepStart } from '@/server/revisions/keep-revisions';
import { countChange } from '@/server/settings/write-settings';

/**
 * Changes the texts that all commands of a template show around their Run button; the version of each increases. Throws
 * 409 if the template changed since the client read it.
 */
export async function updateTemplate({
  subject: { orgId, templateId },
  body,
  audit,
}: Context<typeof updateTemplateOperation>): Promise<undefined> {
  const commands = { orgId, templateId };
  await transaction(async (tx) => {
    const planned = await planTemplateChange(tx, commands, body);
    if (planned === null) return;
    await keepStart(tx, commands);
    await writeTemplateChange(tx, planned, audit);
    await countChange(tx, commands);
    await keepRevisions(tx, audit, commands, { changeType: 'user_update' });
  });
  return undefined;
}
