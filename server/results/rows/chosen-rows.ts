import statement from 'sql-template-tag';
import { payloadFormat } from '@/lib/contract/runs/run';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { masksOfRun } from '@/server/results/masks/run-masks';
import type { StoredTable } from '@/server/results/rows/read-rows';
import type { RowQuery } from '@/server/results/rows/row-reader';

/** The rows that a person chose, as the API's operations take them. */
export interface ChosenRows {
  resultSet?: number | undefined;
  sort?: number | undefined;
  sortDesc?: boolean | undefined;
  search?: string | undefined;
  filter?: readonly string[] | undefined;
}

/** Reads which rows an operation is asked for. */
export function chosenRowsOf(asked: ChosenRows): Omit<RowQuery, 'from' | 'count'> {
  return {
    resultSet: asked.resultSet ?? 0,
    sort: asked.sort === undefined ? null : { column: asked.sort, isDescending: asked.sortDesc ?? false },
    search: asked.search ?? '',
    filters: (asked.filter ?? []).map(readFilter),
  };
}

function readFilter(text: string): RowQuery['filters'][number] {
  const colon = text.indexOf(':');
  return { column: Number(text.slice(0, colon)), text: text.slice(colon + 1) };
}

/**
 * The stored table of a run whose access was already checked. Throws 409 if the run has no table, or its result is gone.
 *
 * @param userId who reads it
 */
export async function storedTable(orgId: string, runId: number, userId: string): Promise<StoredTable> {
  const [run] = await query(
    {
      is_over: column.boolean,
      has_result: column.boolean,
      payload_format: payloadFormat.nullable(),
      store_id: column.int.nullable(),
      small_lines: column.text.nullable(),
    },
    statement`select r.status not in ('starting', 'running') as is_over, r.has_result, r.payload_format,
        r.result_store_id as store_id, s.lines as small_lines
      from run r left join run_result s on s.org_id = r.org_id and s.run_id = r.run_id
      where r.org_id = ${orgId} and r.run_id = ${runId}`,
  );
  if (run === undefined || !run.is_over) {
    throw new AppError('conflict', 'This run is still in progress. Its rows can be read when it has ended.');
  }
  if (!run.has_result || run.payload_format === null) {
    throw new AppError('conflict', 'This run has no result.');
  }
  if (run.payload_format !== 'json.table.rowwise' && run.payload_format !== 'json.multiset.rowwise') {
    throw new AppError('conflict', 'This result is not a table.');
  }
  const masks = await masksOfRun(orgId, runId);
  return { orgId, runId, userId, storeId: run.store_id, smallLines: run.small_lines, masks };
}
