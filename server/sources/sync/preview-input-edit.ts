import type { previewInputEdit as previewInputEditOperation } from '@/lib/contract/command/inputs';
import { loadTemplate } from '@/server/access/load/load';
import { mayKnow } from '@/server/access/may-know';
import { sql } from '@/server/base/database/db';
import { notFound } from '@/server/base/errors';
import { changesOf } from '@/server/commands/template/compare-template';
import { readConfigured } from '@/server/commands/template/configured-input';
import { previewEdits } from '@/server/commands/template/edit-template';
import { wantedEdits } from '@/server/commands/template/edit-template-input';
import { readTemplate } from '@/server/commands/template/stored-template';
import { keyOf } from '@/server/commands/template/template-input-key';
import { automaticRuns } from '@/server/dependents/automatic-runs';
import { valueHolders } from '@/server/dependents/value-holders';
import type { Context } from '@/server/operations/context';
import { withEffects } from '@/server/sources/sync/with-effects';

/** What another key or type of an input would stop or take along. Throws as the edit itself would. */
export async function previewInputEdit({
  actor,
  subject: { orgId, templateId },
  params: { legoInputId },
  body,
}: Context<typeof previewInputEditOperation>) {
  await loadTemplate(actor, orgId, templateId, 'template.configure');
  const stored = await readTemplate(sql, orgId, templateId);
  if (stored === undefined) throw notFound();
  const key = await keyOf(sql, { orgId, templateId, templateInputId: legoInputId });
  const carried = await previewEdits(orgId, stored, wantedEdits(stored, key, body));
  const changes = changesOf(carried).filter((change) => change.key !== null);
  const [configured, holders, automatic] = await Promise.all([
    readConfigured(sql, orgId, [templateId]),
    valueHolders(sql, orgId, [templateId]),
    automaticRuns(sql, orgId, [templateId]),
  ]);
  return withEffects(
    mayKnow(actor.userId),
    { carried, changes },
    {
      configured: configured.get(templateId) ?? [],
      holders: holders.get(templateId) ?? [],
      automatic: automatic.get(templateId) ?? [],
    },
  );
}
