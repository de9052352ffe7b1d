import statement from 'sql-template-tag';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';

interface Cleared {
  /** The runs whose results were there. */
  deletedIds: number[];
  /** How many runs are in progress; these keep what they have. */
  inProgress: number;
}

/**
 * Marks the results of runs as deleted, with their logs and errors, in a transaction of the caller's. Files are deleted
 * after its commit: if the process crashes in between, the next attempt deletes them.
 */
export async function clearResults(
  tx: Sql,
  orgId: string,
  runIds: readonly number[],
  userId: string,
): Promise<Cleared> {
  const [cleared] = await query(
    { deleted_ids: column.ints, in_progress: column.int },
    statement`with chosen as materialized (
       select run_id, status in ('starting', 'running') as is_going, result_deleted_at is null as is_there,
         coalesce(result_bytes, 0) as result_bytes
       from run where org_id = ${orgId} and run_id = any(${runIds}::bigint[]) order by run_id for update
     ), gone as (
       update run set has_result = false, result_deleted_at = now(), result_deleted_by = ${userId}, log_text = null, errors = null,
         result_facts = null, result_bytes = 0
       from chosen c
       where run.org_id = ${orgId} and run.run_id = c.run_id and not c.is_going and c.is_there
       returning run.run_id, c.result_bytes as freed_bytes
     ), files as (
       delete from run_file where org_id = ${orgId} and run_id in (select run_id from gone)
       returning octet_length(content) as freed_bytes
     ), uncounted as (
       update result_usage set size_bytes = greatest(0, size_bytes - (
         select coalesce(sum(freed_bytes), 0) from (select freed_bytes from gone union all select freed_bytes from files) freed))
       where org_id = ${orgId}
     ), answers as (
       delete from run_result where org_id = ${orgId} and run_id in (select run_id from gone)
     ), logs as (
       delete from run_log where org_id = ${orgId} and run_id in (select run_id from gone)
     )
     select array(select run_id from gone order by run_id) as deleted_ids,
       (select count(*)::int from chosen where is_going) as in_progress`,
    tx,
  );
  return { deletedIds: cleared?.deleted_ids ?? [], inProgress: cleared?.in_progress ?? 0 };
}
