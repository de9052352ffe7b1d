import {
  type listResultRows as listResultRowsOperation,
  ROWS_A_PAGE,
} from '@/lib/contract/results/result-rows';
import type { Context } from '@/server/operations/context';
import { chosenRowsOf, storedTable } from '@/server/results/rows/chosen-rows';
import { readRows } from '@/server/results/rows/read-rows';

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
  const table = await storedTable(orgId, runId, actor.userId);
  const page = await readRows(
    table,
    { ...chosenRowsOf(query), from: query.from ?? 0, count: query.count ?? ROWS_A_PAGE },
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
