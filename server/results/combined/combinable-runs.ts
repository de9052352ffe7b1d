import statement from 'sql-template-tag';
import { MOST_COMBINED_RUNS } from '@/lib/contract/results/combined-downloads';
import { payloadFormat } from '@/lib/contract/runs/run';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';

/** The results that are tables. */
export const TABLES = new Set(['json.table.rowwise', 'json.multiset.rowwise', 'single_value', 'csv']);

const CHOSEN = {
  run_id: column.int,
  /** The chosen one: the run itself, or the bulk run that it is a row of. */
  chosen_id: column.int,
  is_row: column.boolean,
  status: column.text,
  has_result: column.boolean,
  payload_format: payloadFormat.nullable(),
};

type Chosen = RowOf<typeof CHOSEN>;

const isTable = ({ payload_format }: Chosen): boolean => TABLES.has(payload_format ?? '');

/**
 * The runs that a file of the chosen ones has, in the order given, with the rows of bulk runs in their place. Throws 409
 * unless each of the runs that were chosen themselves succeeded with a table, in the words of the first that did not. Rows
 * of bulk runs without a table are left out, and counted.
 *
 * @param chosen runs whose access was already checked
 * @param withErrors whether those that failed are in the file, too, with the rows they returned before
 */
export async function unsafeCombinable(
  orgId: string,
  chosen: readonly number[],
  withErrors: boolean,
): Promise<{ runIds: number[]; leftOutRuns: number }> {
  const runs = await query(
    CHOSEN,
    statement`select run_id, run_id as chosen_id, false as is_row, status::text, has_result, payload_format from run r
      where org_id = ${orgId} and run_id = any(${[...chosen]}::bigint[])
        and not exists (select from run child where child.parent_run_id = r.run_id and child.trigger = 'bulk')
      union all
      select run_id, parent_run_id, true, status::text, has_result, payload_format from run
      where org_id = ${orgId} and parent_run_id = any(${[...chosen]}::bigint[]) and trigger = 'bulk'
      order by 1`,
  );
  const isIn = (run: Chosen) =>
    (withErrors && run.status === 'failed') || (run.status === 'success' && run.has_result && isTable(run));
  const itself = runs.filter(({ is_row }) => !is_row);
  refuseUncombinable(itself.filter((run) => !isIn(run)));
  const rows = runs.filter(({ is_row }) => is_row);
  const places = new Map(chosen.map((id, place) => [id, place]));
  const placeOf = ({ chosen_id }: Chosen): number => places.get(chosen_id) ?? 0;
  const runIds = runs
    .filter(isIn)
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map(({ run_id }) => run_id);
  if (runIds.length === 0) {
    throw new AppError('conflict', 'None of the runs of this bulk run has a table to download.');
  }
  if (runIds.length > MOST_COMBINED_RUNS) {
    throw new AppError('conflict', `One file has at most ${MOST_COMBINED_RUNS} runs. Choose fewer.`);
  }
  return { runIds: [...new Set(runIds)], leftOutRuns: rows.filter((run) => !isIn(run)).length };
}

function refuseUncombinable(runs: readonly Chosen[]): void {
  if (runs.some(({ status }) => status !== 'success')) {
    throw new AppError('conflict', "You've chosen a run that didn't successfully finish!");
  }
  if (runs.some((run) => !isTable(run))) {
    throw new AppError('conflict', 'This feature only supports CSV files!');
  }
  const [deleted] = runs;
  if (deleted !== undefined) {
    throw new AppError('conflict', `The result of run ${deleted.run_id} was deleted. Choose other runs.`);
  }
}
