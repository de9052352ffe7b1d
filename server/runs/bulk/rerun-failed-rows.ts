import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type { rerunFailedRows as rerunOperation } from '@/lib/contract/runs/bulk';
import type { InputValues } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { AppError, forbidden } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { prepareRows } from '@/server/runs/bulk/check-rows';
import { insertBulk } from '@/server/runs/bulk/insert-bulk';
import { bulkProgressOf } from '@/server/runs/bulk/read-bulk';
import { startRows } from '@/server/runs/bulk/start-bulk-run';
import { refuseUnconfirmed } from '@/server/runs/start/confirmation';
import { readDefinition } from '@/server/runs/start/definition';
import { readRunApproval } from '@/server/runs/start/run-approval';
import { FILES_COLUMN, type StoredFiles, withFiles } from '@/server/runs/start/run-files';
import { openValues } from '@/server/runs/start/run-values';

/**
 * Starts a new bulk run with the values of the rows that failed, checked as the command and the caller are now. Rows that
 * were canceled are run again only on request. Values with passwords are run again only by the person who entered them.
 */
export async function rerunFailedRows({
  actor,
  subject: { orgId, runId, command },
  body,
  audit,
  key,
}: Context<typeof rerunOperation>) {
  const how = { command, actor, note: body.approvalNote, audit, key: null };
  if (key?.madeId != null) return startOnce({ ...how, runId: key.madeId });
  refuseUnconfirmed(command, body.confirmation);
  const { endedAt } = await bulkProgressOf(orgId, runId);
  if (endedAt === null) throw new AppError('conflict', 'This bulk run is still in progress.');
  const rows = await readRows(orgId, runId, body.canceled === true);
  const [first] = rows;
  if (first === undefined) throw new AppError('conflict', 'No row of this bulk run failed.');
  if (rows.some((row) => row.sealed_values !== null && row.started_by_user_id !== actor.userId)) {
    throw forbidden('These rows have passwords, so only the person who entered them can run them again.');
  }
  const credentialId = await credentialOf(orgId, first.definition_id);
  const values = rows.map((row) => valuesOf(row, credentialId, command));
  const prepared = await prepareRows(command, actor, values, audit);
  const origin = { runGroupId: null, rerunOf: runId, sourceRunId: null };
  const made = await insertBulk(command, actor, prepared, origin, key);
  return startRows({ ...how, runId: made.runId });
}

/** The first request with this key may have died between creating the bulk run and starting it. */
async function startOnce(starting: Parameters<typeof startRows>[0]) {
  const { actor, command, runId } = starting;
  const progress = await bulkProgressOf(command.orgId, runId);
  if (progress.startedAt !== null) return progress;
  const approval = await readRunApproval(actor.userId, command.orgId, runId);
  return approval === null ? startRows(starting) : progress;
}

const ROW = {
  run_id: column.int,
  started_by_user_id: column.text,
  params: column.text,
  sent_values: column.text.nullable(),
  sealed_values: column.bytes.nullable(),
  definition_id: column.int,
  files: column.json<StoredFiles>(),
};

const readRows = (orgId: string, parentRunId: number, withCanceled: boolean) =>
  query(
    ROW,
    statement`select r.run_id, r.started_by_user_id, r.params, r.sent_values, r.sealed_values, r.definition_id,
       ${FILES_COLUMN} as files
     from run r
     where r.org_id = ${orgId} and r.parent_run_id = ${parentRunId} and r.trigger = 'bulk'
       and r.end_reason is not null and (${withCanceled} or r.end_reason <> 'cancelled')
     order by r.run_id`,
  );

/** All rows of a bulk run share one definition, and so the connection that their passwords are sealed for. */
async function credentialOf(orgId: string, definitionId: number): Promise<number> {
  const [row] = await query(
    { content: column.text },
    statement`select content from run_definition where org_id = ${orgId} and definition_id = ${definitionId}`,
  );
  if (row === undefined) throw new Error('A run has no definition');
  return readDefinition(row.content).credentialId;
}

/**
 * What the person entered. The history leaves out passwords and hidden inputs, so those come from what was sent, unless
 * the command sets them by itself today.
 */
function valuesOf(
  row: RowOf<typeof ROW>,
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
  return entered;
}
