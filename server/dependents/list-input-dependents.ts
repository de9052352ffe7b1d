import type { listInputDependents as listInputDependentsOperation } from '@/lib/contract/dependents/dependents';
import { sql } from '@/server/base/database/db';
import { automaticRuns } from '@/server/dependents/automatic-runs';
import { valueHolders } from '@/server/dependents/value-holders';
import type { Context } from '@/server/operations/context';

/** Lists what has values for the inputs of a command, or names them. */
export async function listInputDependents({
  subject: { orgId, commandId, templateId },
}: Context<typeof listInputDependentsOperation>) {
  const [runs, holders] = await Promise.all([
    automaticRuns(sql, orgId, [templateId]),
    valueHolders(sql, orgId, [templateId]),
  ]);
  const ofRuns = (runs.get(templateId) ?? [])
    .filter(({ configuredId }) => configuredId === commandId)
    .flatMap(({ kind, name, ownerName, nextAt, values }) =>
      values.map(({ key }) => ({ kind, key, name, ownerName, nextAt: nextAt?.toISOString() ?? null })),
    );
  const ofHolders = (holders.get(templateId) ?? [])
    .filter((holder) => holder.commandId === commandId)
    .map(({ kind, key, name }) => ({ kind, key, name, ownerName: null, nextAt: null }));
  return [...ofRuns, ...ofHolders];
}
