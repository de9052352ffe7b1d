import statement from 'sql-template-tag';
import type { AuditSource } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { automaticRuns } from '@/server/dependents/automatic-runs';
import { pauseRun, quoted } from '@/server/dependents/pause-run';

/**
 * Pauses what has values for inputs of a command that take theirs from the command or the person now, in the transaction
 * that makes it so: the values would count for nothing, and nobody would know.
 */
export async function pauseFixed(
  tx: Sql,
  { orgId, commandId, audit }: { orgId: string; commandId: number; audit: AuditSource },
): Promise<void> {
  const fixed = await query(
    { template_id: column.int, key: column.text },
    statement`select t.template_id, t.key from command_input i
      join template_input t on t.template_input_id = i.template_input_id
      where i.org_id = ${orgId} and i.command_id = ${commandId}
        and (i.locked or i.hidden or i.variable is not null)`,
    tx,
  );
  const [first] = fixed;
  if (first === undefined) return;
  const keys = new Set(fixed.map(({ key }) => key));
  const runs = (await automaticRuns(tx, orgId, [first.template_id])).get(first.template_id) ?? [];
  const paused = new Set<string>();
  for (const run of runs.filter(({ configuredId }) => configuredId === commandId)) {
    const held = run.values.filter(({ key, isFilled }) => !isFilled && keys.has(key));
    const kind = run.kind === 'webhook' ? 'webhook' : 'job';
    const id = `${kind} ${run.id}`;
    if (held.length === 0 || paused.has(id)) continue;
    paused.add(id);
    const what = run.kind === 'auto_run' ? 'an auto-run of this job' : `this ${run.kind}`;
    const those = held.length === 1 ? 'it' : 'them';
    const reason = `The command now sets ${quoted(held)} itself, but ${what} has a value for ${those}, so the ${kind} was paused. Check its values, and turn it on again.`;
    await pauseRun(tx, orgId, audit, run, reason);
  }
}
