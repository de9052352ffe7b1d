import statement from 'sql-template-tag';
import type { deleteResults as deleteResultsOperation } from '@/lib/contract/running/deleted-results';
import { recordAudit } from '@/server/access/audit';
import { loadRunsFor } from '@/server/access/load-run';
import { transaction } from '@/server/db';
import type { Context } from '@/server/http/context';
import { deleteResult } from '@/server/results/delete-result';
import { column, query } from '@/server/statements';

/** Files are deleted a few at a time, so that other requests aren't kept waiting. */
const FILES_AT_ONCE = 8;

/**
 * Deletes the results of several runs, as far as the caller may: the others are counted, and left as they are. Throws
 * 404 if one of the runs isn't visible.
 */
export async function deleteResults({
  actor,
  subject: { orgId },
  body: { runIds },
  audit,
}: Context<typeof deleteResultsOperation>) {
  const { seen, allowed } = await loadRunsFor(actor, orgId, runIds, 'run.deleteResult');
  const mine = [...allowed];
  const { deletedIds, inProgress } = await transaction(async (tx) => {
    const [counted] = await query(
      { deleted_ids: column.ints, in_progress: column.int },
      statement`with chosen as materialized (
         select run_id, status in ('starting', 'running') as is_going, result_deleted_at is null as is_there,
           coalesce(result_bytes, 0) as result_bytes
         from run where org_id = ${orgId} and run_id = any(${mine}::int[]) order by run_id for update
       ), gone as (
         update run set has_result = false, result_deleted_at = now(), log_text = null, errors = null,
           result_facts = null, result_bytes = 0
         from chosen c
         where run.org_id = ${orgId} and run.run_id = c.run_id and not c.is_going and c.is_there
         returning run.run_id, c.result_bytes as freed_bytes
       ), uncounted as (
         update result_usage set size_bytes = greatest(0, size_bytes - (select coalesce(sum(freed_bytes), 0) from gone))
         where org_id = ${orgId}
       ), answers as (
         delete from run_result where org_id = ${orgId} and run_id in (select run_id from gone)
       ), logs as (
         delete from run_log where run_id in (select run_id from gone)
       )
       select array(select run_id from gone order by run_id) as deleted_ids,
         (select count(*)::int from chosen where is_going) as in_progress`,
      tx,
    );
    const ids = counted?.deleted_ids ?? [];
    if (ids.length > 0) {
      await recordAudit(tx, audit, {
        orgId,
        action: 'run.delete_results',
        subjectType: 'org',
        subjectId: orgId,
        after: { runs: ids.length, run_ids: ids },
      });
    }
    return { deletedIds: ids, inProgress: counted?.in_progress ?? 0 };
  });
  // After the commit, for all of them: files that were left by a crash before are removed with them.
  await deleteFiles(
    orgId,
    mine.filter((runId) => seen.get(runId)?.isOver === true),
  );
  return { deleted: deletedIds.length, refused: seen.size - allowed.size, inProgress };
}

async function deleteFiles(orgId: string, runIds: readonly number[]): Promise<void> {
  for (let at = 0; at < runIds.length; at += FILES_AT_ONCE) {
    await Promise.all(runIds.slice(at, at + FILES_AT_ONCE).map((runId) => deleteResult(orgId, runId)));
  }
}
