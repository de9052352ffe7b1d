import statement, { raw, type Sql as Statement } from 'sql-template-tag';
import type {
  BulkRowOrder,
  listBulkRows as listBulkRowsOperation,
  readBulkRun as readBulkRunOperation,
} from '@/lib/contract/runs/bulk';
import { runEndReason, runStatus } from '@/lib/contract/runs/run';
import { adHocSql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { namedInputsOf, valueNamesOf } from '@/server/commands/inputs/value-names';
import type { Context } from '@/server/operations/context';
import { unsafeFirstCells } from '@/server/results/reading/first-cells';
import { bulkProgressOf } from '@/server/runs/bulk/read-bulk';
import { rowNumber } from '@/server/runs/bulk/row-number';

export async function readBulkRun({ subject }: Context<typeof readBulkRunOperation>) {
  return bulkProgressOf(subject.orgId, subject.runId);
}

const ROWS_A_PAGE = 100;

const ROW = {
  row: column.int,
  run_id: column.int,
  status: runStatus,
  end_reason: runEndReason.nullable(),
  params: column.text.nullable(),
  message: column.text.nullable(),
  total_rows: column.int.nullable(),
  has_result: column.boolean,
  started_at: column.time.nullable(),
  ended_at: column.time.nullable(),
};

const STATE = statement`case when r.end_reason = 'cancelled' then 'canceled' when r.end_reason is not null then 'failed'
  when r.status = 'starting' then 'waiting' else r.status::text end`;

/** In this order, people look at them while others are in progress. */
const STATES = statement`array['failed', 'running', 'success', 'waiting', 'canceled']`;

/** The orders of rows, from columns that both the numbered rows and the page have. */
const ORDERS: Record<BulkRowOrder, (direction: Statement) => Statement> = {
  row: (direction) => statement`row ${direction}`,
  status: (direction) => statement`array_position(${STATES}, state) ${direction}, row`,
  took: (direction) => statement`took ${direction} nulls last, row`,
};

const BY_NEWS = statement`array_position(${STATES}, state),
  case when state in ('failed', 'waiting', 'canceled') then row end, ended_at desc, row`;

function orderOf({ sort, sortDesc }: { sort?: BulkRowOrder; sortDesc?: BulkRowOrder }): Statement {
  const field = sort ?? sortDesc;
  if (field === undefined) return BY_NEWS;
  return ORDERS[field](raw(sort === undefined ? 'desc' : 'asc'));
}

/** Longer values are left out; the run itself has them. In bytes. */
const LONGEST_PARAMS = 20_000;

/**
 * A page of the rows, sorted as wanted; if nothing is: those that failed, those in progress, the newest of those that
 * succeeded, those that wait, and those that were canceled.
 */
export async function listBulkRows({ subject, query: wanted }: Context<typeof listBulkRowsOperation>) {
  const { orgId, runId, command } = subject;
  const [inputs] = await Promise.all([namedInputsOf(orgId, command.commandId), bulkProgressOf(orgId, runId)]);
  const limit = wanted.per_page ?? ROWS_A_PAGE;
  const state = wanted.state ?? null;
  const order = orderOf(wanted);
  const rows = await query(
    ROW,
    statement`select page.row, r.run_id, r.status, r.end_reason,
       case when octet_length(r.params) <= ${LONGEST_PARAMS} then r.params end as params,
       left(r.errors -> 0 ->> 'message', 1000) as message, r.total_rows,
       r.has_result, r.started_at, r.ended_at
     from (
       select numbered.*, row_number() over (order by ${order}) as place from (
         select r.run_id, r.ended_at, r.ended_at - r.started_at as took, ${STATE} as state,
           ${rowNumber(statement`r.run_id`)} as row
         from run r join bulk_run b on b.org_id = r.org_id and b.run_id = r.parent_run_id
         where r.org_id = ${orgId} and r.parent_run_id = ${runId} and r.trigger = 'bulk') numbered
       where ${state}::text is null or state = ${state}
       order by ${order}
       limit ${limit} offset ${(wanted.page ?? 0) * limit}
     ) page
     join run r on r.org_id = ${orgId} and r.run_id = page.run_id
     order by page.place`,
    adHocSql,
  );
  const cells = await unsafeFirstCells(
    orgId,
    rows.filter(({ has_result }) => has_result).map((row) => row.run_id),
  );
  return rows.map((row) => {
    const params = row.params === null ? null : JSON.parse(row.params);
    return {
      row: row.row,
      runId: row.run_id,
      status: row.status,
      endReason: row.end_reason,
      params,
      valueNames: valueNamesOf(inputs, params),
      message: row.message,
      cells: cells.get(row.run_id) ?? null,
      totalRows: row.total_rows,
      startedAt: row.started_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
    };
  });
}
