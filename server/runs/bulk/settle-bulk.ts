import statement, { type Sql as Statement } from 'sql-template-tag';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { notifyRunEnded } from '@/server/base/events/run-changes';
import { longRunsTold } from '@/server/messages/notify';

/**
 * The end of bulk runs `ending` (org_id, run_id): well if every row did. Its error counts the rows that failed; who reads
 * it sees each of them below.
 */
const END_OF_BULK = statement`
  select ending.org_id, ending.run_id, b.row_count, b.left_out_rows, r.cancel_requested_by is not null as is_stopped,
    (select count(*)::int from run child where child.org_id = ending.org_id and child.parent_run_id = ending.run_id and child.trigger = 'bulk'
      and child.end_reason is not null) as failed,
    (select count(*)::int from run child where child.org_id = ending.org_id and child.parent_run_id = ending.run_id and child.trigger = 'bulk'
      and child.end_reason = 'cancelled') as canceled
  from ending
  join bulk_run b on b.org_id = ending.org_id and b.run_id = ending.run_id
  join run r on r.org_id = ending.org_id and r.run_id = ending.run_id`;

/**
 * Ends the bulk runs of which no row is left in line. Any number of processes may do this at once, since each change is
 * guarded by the state it changes. It must be a statement of its own after a row has ended: of two rows that end at the
 * same moment, each would still see the other.
 *
 * @param parentRunId only this one; null for all
 * @returns how many ended
 */
export async function settleBulkRuns(parentRunId: number | null, db: Sql = sql): Promise<number> {
  const ended = await query(
    { notified: column.text },
    statement`with ending as (
       select b.org_id, b.run_id from bulk_run b
       where b.settled_at is null and (${parentRunId}::bigint is null or b.run_id = ${parentRunId})
         and not exists (select from open_run child where child.org_id = b.org_id and child.parent_run_id = b.run_id)
     ), counts as (${END_OF_BULK}), ended as (
       update run set ended_at = now(), started_at = coalesce(run.started_at, now()),
         status = (case when failed = 0 and left_out_rows = 0 then 'success' else 'failed' end)::run_status,
         end_reason = (case when failed = 0 and left_out_rows = 0 then null
           when failed > 0 and failed = canceled and is_stopped then 'cancelled' else 'error' end)::run_end_reason,
         errors = nullif(${leftOut()} || ${failedRows()}, '[]'::jsonb)
       from counts
       where run.org_id = counts.org_id and run.run_id = counts.run_id and run.status in ('starting', 'running')
       returning run.org_id, run.run_id, run.command_id, run.started_by_user_id, run.trigger, run.started_at
     ), settled as (
       update bulk_run b set settled_at = now() from ended where b.org_id = ended.org_id and b.run_id = ended.run_id
     ), ${longRunsTold(statement`ended`)}, left_line as (
       delete from open_run o using ended where o.org_id = ended.org_id and o.run_id = ended.run_id
     )
     select ${notifyRunEnded(statement`run_id`)} as notified from ended`,
    db,
  );
  return ended.length;
}

const error = (message: Statement): Statement => statement`jsonb_build_array(jsonb_build_object(
  'message', ${message}, 'code', null, 'detail', null, 'hint', null, 'where', null, 'severity', 'ERROR'))`;

/** Only an auto-run leaves rows out: a person's request for too many is refused. */
const leftOut = (): Statement =>
  statement`case when left_out_rows = 0 then '[]'::jsonb else ${error(
    statement`format('Only the first %s of %s rows were run: an auto-run has a limit.', row_count, row_count + left_out_rows)`,
  )} end`;

const failedRows = (): Statement =>
  statement`case when failed = 0 then '[]'::jsonb else ${error(
    statement`case when canceled = failed then format('%s of %s rows were canceled.', canceled, row_count)
    when canceled > 0 then format('%s of %s rows failed, and %s were canceled.', failed - canceled, row_count, canceled)
    else format('%s of %s rows failed.', failed, row_count) end`,
  )} end`;

/**
 * Ends what remains of bulk runs whose parent has ended by itself, such as one that was created and never started: its
 * rows end in the same way.
 */
export async function endOrphanedRows(): Promise<number> {
  const ended = await query(
    { run_id: column.int },
    statement`with orphaned as (
       select o.org_id, o.run_id, parent.end_reason, parent.errors
       from bulk_run b
       join run parent on parent.org_id = b.org_id and parent.run_id = b.run_id
       join open_run o on o.org_id = b.org_id and o.parent_run_id = b.run_id
       where b.settled_at is null and parent.status not in ('starting', 'running') and o.state in ('waiting', 'held')
     ), ended as (
       update run set status = 'failed', end_reason = coalesce(orphaned.end_reason, 'never_started'), ended_at = now(),
         errors = orphaned.errors
       from orphaned
       where run.org_id = orphaned.org_id and run.run_id = orphaned.run_id and run.status = 'starting'
       returning run.org_id, run.run_id
     ), left_line as (
       delete from open_run o using ended where o.org_id = ended.org_id and o.run_id = ended.run_id
     ), parents as (
       delete from open_run o using bulk_run b, run parent
       where b.settled_at is null and o.org_id = b.org_id and o.run_id = b.run_id and parent.run_id = b.run_id
         and parent.org_id = b.org_id and parent.status not in ('starting', 'running')
     ), settled as (
       update bulk_run b set settled_at = now() from run parent
       where b.settled_at is null and parent.run_id = b.run_id and parent.org_id = b.org_id
         and parent.status not in ('starting', 'running')
     )
     select run_id from ended`,
  );
  return ended.length;
}
