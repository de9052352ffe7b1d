import statement from 'sql-template-tag';
import type { bulkProgress } from '@/lib/contract/runs/bulk-progress';
import { runStatus } from '@/lib/contract/runs/run';
import type { Decoded } from '@/lib/wire/wire';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';

export type BulkProgress = Decoded<typeof bulkProgress>;

const PROGRESS = {
  run_id: column.int,
  row_count: column.int,
  failed: column.int,
  canceled: column.int,
  running: column.int,
  waiting: column.int,
  is_paused: column.boolean,
  is_stopping: column.boolean,
  rerun_of: column.int.nullable(),
  left_out_rows: column.int,
  started_at: column.time.nullable(),
  ended_at: column.time.nullable(),
};

/** How far bulk runs have come, counted where they stand. Runs that are not bulk runs are left out. */
export async function readBulkProgress(
  orgId: string,
  runIds: readonly number[],
  db: Sql = sql,
): Promise<Map<number, BulkProgress>> {
  const rows = await query(
    PROGRESS,
    statement`select b.run_id, b.row_count, ended.failed, ended.canceled, line.running, line.waiting,
       b.paused_at is not null as is_paused, r.cancel_requested_by is not null as is_stopping, b.rerun_of,
       b.left_out_rows,
       r.started_at, r.ended_at
     from bulk_run b
     join run r on r.org_id = b.org_id and r.run_id = b.run_id
     cross join lateral (
       select count(*)::int as failed, (count(*) filter (where child.end_reason = 'cancelled'))::int as canceled
       from run child where child.org_id = b.org_id and child.parent_run_id = b.run_id and child.trigger = 'bulk'
         and child.end_reason is not null) ended
     cross join lateral (
       select (count(*) filter (where o.state in ('waiting', 'held')))::int as waiting,
         (count(*) filter (where o.state not in ('waiting', 'held')))::int as running
       from open_run o where o.org_id = b.org_id and o.parent_run_id = b.run_id) line
     where b.org_id = ${orgId} and b.run_id = any(${[...runIds]}::bigint[])`,
    db,
  );
  return new Map(rows.map((row) => [row.run_id, progressOf(row)]));
}

function progressOf({
  row_count: total,
  failed,
  running,
  waiting,
  ...row
}: RowOf<typeof PROGRESS>): BulkProgress {
  return {
    parentRunId: row.run_id,
    total,
    success: Math.max(0, total - failed - running - waiting),
    failure: failed,
    running,
    waiting,
    canceled: row.canceled,
    isPaused: row.is_paused,
    isStopping: row.is_stopping,
    rerunOf: row.rerun_of,
    leftOutRows: row.left_out_rows,
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/** Throws 409 for a run that is not a bulk run. */
export async function bulkProgressOf(orgId: string, runId: number, db: Sql = sql): Promise<BulkProgress> {
  const progress = (await readBulkProgress(orgId, [runId], db)).get(runId);
  if (progress === undefined) throw notBulk();
  return progress;
}

export const notBulk = () => new AppError('conflict', 'This run is not a bulk run.');

/** The rows of a bulk run, in their order. */
export async function readBulkChildren(orgId: string, runId: number) {
  const rows = await query(
    { run_id: column.int, status: runStatus },
    statement`select run_id, status from run where org_id = ${orgId} and parent_run_id = ${runId} and trigger = 'bulk' order by run_id`,
  );
  return rows.map((row) => ({ runId: row.run_id, status: row.status }));
}
