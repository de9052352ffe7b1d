import statement from 'sql-template-tag';
import type {
  listBulkRows as listBulkRowsOperation,
  readBulkRun as readBulkRunOperation,
} from '@/lib/contract/runs/bulk';
import { runEndReason, runStatus } from '@/lib/contract/runs/run';
import { column, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';
import { bulkProgressOf } from '@/server/runs/bulk/read-bulk';
import { namedInputsOf, valueNamesOf } from '@/server/runs/start/value-names';

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
  started_at: column.time.nullable(),
  ended_at: column.time.nullable(),
};

const STATE = statement`case when r.end_reason is not null then 'failed' when r.status = 'starting' then 'waiting'
  else r.status::text end`;

/** Longer values are left out; the run itself has them. In bytes. */
const LONGEST_PARAMS = 20_000;

/** A page of the rows: those that failed, those in progress, the newest of those that succeeded, and those that wait. */
export async function listBulkRows({ subject, query: wanted }: Context<typeof listBulkRowsOperation>) {
  const { orgId, runId, command } = subject;
  const [inputs] = await Promise.all([namedInputsOf(orgId, command.commandId), bulkProgressOf(orgId, runId)]);
  const limit = wanted.per_page ?? ROWS_A_PAGE;
  const state = wanted.state ?? null;
  const rows = await query(
    ROW,
    statement`select page.row, r.run_id, r.status, r.end_reason,
       case when octet_length(r.params) <= ${LONGEST_PARAMS} then r.params end as params,
       left(r.errors -> 0 ->> 'message', 1000) as message, r.total_rows, r.started_at, r.ended_at
     from (
       select numbered.* from (
         select r.run_id, r.ended_at, ${STATE} as state, row_number() over (order by r.run_id)::int as row
         from run r where r.parent_run_id = ${runId} and r.trigger = 'bulk') numbered
       where ${state}::text is null or state = ${state}
       order by array_position(array['failed', 'running', 'success', 'waiting'], state),
         case when state in ('failed', 'waiting') then row end, ended_at desc, row
       limit ${limit} offset ${(wanted.page ?? 0) * limit}
     ) page
     join run r on r.run_id = page.run_id
     order by array_position(array['failed', 'running', 'success', 'waiting'], page.state),
       case when page.state in ('failed', 'waiting') then page.row end, page.ended_at desc, page.row`,
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
      totalRows: row.total_rows,
      startedAt: row.started_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
    };
  });
}
