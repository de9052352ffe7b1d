import type { JsonValue } from '@/lib/base/json';
import type { InputValues } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { withoutFormDefaults } from '@/lib/values/form-defaults';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { column, type RowOf } from '@/server/base/database/statements';
import { forbidden } from '@/server/base/errors';
import { bulkProgressOf } from '@/server/runs/bulk/read-bulk';
import { startRows } from '@/server/runs/bulk/start-bulk-run';
import { readRunApproval } from '@/server/runs/start/run-approval';
import { type StoredFiles, withFiles } from '@/server/runs/start/run-files';
import { openValues } from '@/server/runs/start/run-values';

/** The first request with this key may have died between creating the bulk run and starting it. */
export async function startOnce(starting: Parameters<typeof startRows>[0]) {
  const { actor, command, runId } = starting;
  const progress = await bulkProgressOf(command.orgId, runId);
  if (progress.startedAt !== null) return progress;
  const approval = await readRunApproval(actor.userId, command.orgId, runId);
  return approval === null ? startRows(starting) : progress;
}

/** A run whose values are run again; `files` is `FILES_COLUMN`. */
export const AGAIN = {
  run_id: column.int,
  started_by_user_id: column.text,
  params: column.text,
  sent_values: column.text.nullable(),
  sealed_values: column.bytes.nullable(),
  definition_id: column.int,
  files: column.json<StoredFiles>(),
};

/** Throws 403 if there are passwords among the values, which only the person who entered them may run again. */
export function refuseOthersSecrets(rows: readonly RowOf<typeof AGAIN>[], userId: string): void {
  if (!rows.some((row) => row.sealed_values !== null && row.started_by_user_id !== userId)) return;
  throw forbidden('These rows have passwords, so only the person who entered them can run them again.');
}

/**
 * What the person entered; an input without a value stays without one, whatever the form opens with today. The history leaves out passwords and hidden inputs, so those come from what was sent, unless
 * the command sets them by itself today.
 */
export function valuesOf(
  row: RowOf<typeof AGAIN>,
  credentialId: number,
  { orgId, form, standing }: RunnableSubject,
): InputValues {
  const entered: Record<string, JsonValue> = withFiles(form.inputs, JSON.parse(row.params), row.files);
  const kept = { sentValues: row.sent_values, sealedValues: row.sealed_values };
  const sent = withFiles(form.inputs, openValues(orgId, credentialId, kept, row.params), row.files);
  const isEngineer = standing.access?.role === 'admin';
  for (const { key, type, locked, hidden, variable } of form.inputs) {
    if (locked || variable !== null || !Object.hasOwn(sent, key)) continue;
    const value = sent[key];
    if (value !== undefined && ((holdsSecret(type) && !hidden) || (hidden && isEngineer)))
      entered[key] = value;
  }
  return withoutFormDefaults(form.inputs, entered);
}
