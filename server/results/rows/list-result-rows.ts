import statement from 'sql-template-tag';
import {
  type listResultRows as listResultRowsOperation,
  ROWS_A_PAGE,
} from '@/lib/contract/results/result-rows';
import { payloadFormat } from '@/lib/contract/runs/run';
import { column, query as select } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { masksOfRun } from '@/server/results/masks/run-masks';
import { readRows } from '@/server/results/rows/read-rows';
import type { RowQuery } from '@/server/results/rows/row-reader';

/**
 * Reads rows of a stored table. Throws 409 if the run has no table, or its result is gone; 422 if the table has
 * fewer columns, or too many rows; and 503 if too many large results are open.
 */
export async function listResultRows({
  actor,
  subject,
  query,
  signal,
}: Context<typeof listResultRowsOperation>) {
  const { orgId, runId } = subject;
  const [run] = await select(
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
  const rows: RowQuery = {
    resultSet: query.resultSet ?? 0,
    sort: query.sort === undefined ? null : { column: query.sort, isDescending: query.sortDesc ?? false },
    from: query.from ?? 0,
    count: query.count ?? ROWS_A_PAGE,
    search: query.search ?? '',
    filters: (query.filter ?? []).map(readFilter),
  };
  const page = await readRows(
    { orgId, runId, userId: actor.userId, storeId: run.store_id, smallLines: run.small_lines, masks },
    rows,
    signal,
  );
  const { isCut, matchingRows, totalRows } = page;
  return {
    rows: page.rows.map(({ cells }) => cells),
    numbers: page.rows.map(({ number }) => number),
    isCut,
    matchingRows,
    totalRows,
  };
}

function readFilter(text: string): RowQuery['filters'][number] {
  const colon = text.indexOf(':');
  return { column: Number(text.slice(0, colon)), text: text.slice(colon + 1) };
}
