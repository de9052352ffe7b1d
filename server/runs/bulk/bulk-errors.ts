import statement from 'sql-template-tag';
import {
  BULK_ERROR_ROWS,
  type listBulkErrors as listBulkErrorsOperation,
  MOST_BULK_ERRORS,
} from '@/lib/contract/runs/bulk';
import { column, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';
import { bulkProgressOf } from '@/server/runs/bulk/read-bulk';
import { rowNumber } from '@/server/runs/bulk/row-number';

/** The errors of the rows that failed, each once with how many rows have it. Canceled rows have no error of their own. */
export async function listBulkErrors({ subject: { orgId, runId } }: Context<typeof listBulkErrorsOperation>) {
  await bulkProgressOf(orgId, runId);
  return query(
    { message: column.text, count: column.int, rows: column.ints },
    statement`select message, count(*)::int as count,
        (array_agg(row order by row))[1:${BULK_ERROR_ROWS}::int] as rows
      from (
        select left(r.errors -> 0 ->> 'message', 1000) as message, r.end_reason,
          ${rowNumber(statement`r.run_id`)} as row
        from run r join bulk_run b on b.org_id = r.org_id and b.run_id = r.parent_run_id
        where r.parent_run_id = ${runId} and r.trigger = 'bulk') child
      where end_reason <> 'cancelled' and message is not null
      group by message
      order by count(*) desc, min(row)
      limit ${MOST_BULK_ERRORS}`,
  );
}
