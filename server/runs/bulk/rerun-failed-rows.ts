import statement from 'sql-template-tag';
import type { rerunFailedRows as rerunOperation } from '@/lib/contract/runs/bulk';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { prepareRows } from '@/server/runs/bulk/check-rows';
import { insertBulk } from '@/server/runs/bulk/insert-bulk';
import { bulkProgressOf } from '@/server/runs/bulk/read-bulk';
import { rowNumber } from '@/server/runs/bulk/row-number';
import { AGAIN, refuseOthersSecrets, startOnce, valuesOf } from '@/server/runs/bulk/run-again';
import { startRows } from '@/server/runs/bulk/start-bulk-run';
import { refuseUnconfirmed } from '@/server/runs/start/confirmation';
import { readDefinition } from '@/server/runs/start/definition';
import { FILES_COLUMN } from '@/server/runs/start/run-files';

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
  refuseOthersSecrets(rows, actor.userId);
  const credentialId = await credentialOf(orgId, first.definition_id);
  const values = rows.map((row) => valuesOf(row, credentialId, command));
  const prepared = await prepareRows(command, actor, values, audit);
  const rowNumbers = rows.map(({ row_number }) => row_number);
  const origin = { runGroupId: null, rerunOf: runId, sourceRunId: null, rowNumbers };
  const made = await insertBulk(command, actor, prepared, origin, key);
  return startRows({ ...how, runId: made.runId });
}

const readRows = (orgId: string, parentRunId: number, withCanceled: boolean) =>
  query(
    { ...AGAIN, row_number: column.int },
    statement`select numbered.row_number, r.run_id, r.started_by_user_id, r.params, r.sent_values, r.sealed_values, r.definition_id,
       ${FILES_COLUMN} as files
     from (
       select child.run_id, ${rowNumber(statement`child.run_id`)} as row_number
       from run child join bulk_run b on b.org_id = child.org_id and b.run_id = child.parent_run_id
       where child.org_id = ${orgId} and child.parent_run_id = ${parentRunId} and child.trigger = 'bulk') numbered
     join run r on r.org_id = ${orgId} and r.run_id = numbered.run_id
     where r.end_reason is not null and (${withCanceled} or r.end_reason <> 'cancelled')
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
