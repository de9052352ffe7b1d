import statement from 'sql-template-tag';
import { payloadFormat } from '@/lib/contract/runs/run';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';

/** The results that are tables. */
const TABLES = new Set(['json.table.rowwise', 'json.multiset.rowwise', 'single_value', 'csv']);

const CHOSEN = {
  run_id: column.int,
  status: column.text,
  has_result: column.boolean,
  payload_format: payloadFormat.nullable(),
};

/**
 * Throws 409 unless every run succeeded with a table, in the words of the first that did not.
 *
 * @param runIds runs whose access was already checked
 */
export async function unsafeRefuseUncombinable(orgId: string, runIds: readonly number[]): Promise<void> {
  const runs = await query(
    CHOSEN,
    statement`select run_id, status::text, has_result, payload_format from run
      where org_id = ${orgId} and run_id = any(${runIds}::int[])`,
  );
  if (runs.some(({ status }) => status !== 'success')) {
    throw new AppError('conflict', "You've chosen a run that didn't successfully finish!");
  }
  if (runs.some(({ payload_format }) => !TABLES.has(payload_format ?? ''))) {
    throw new AppError('conflict', 'This feature only supports CSV files!');
  }
  const deleted = runs.find(({ has_result }) => !has_result);
  if (deleted !== undefined) {
    throw new AppError('conflict', `The result of run ${deleted.run_id} was deleted. Choose other runs.`);
  }
}

/** The runs of a bulk run whose result is a table, or several, in their order. */
export async function tablesOfBulkRun(orgId: string, parentRunId: number, most: number): Promise<number[]> {
  const rows = await query(
    { run_id: column.int },
    statement`select run_id from run
      where org_id = ${orgId} and parent_run_id = ${parentRunId} and trigger = 'bulk' and status = 'success'
        and has_result and payload_format = any(${[...TABLES]}::text[])
      order by run_id limit ${most}`,
  );
  return rows.map(({ run_id }) => run_id);
}
