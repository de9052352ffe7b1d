import statement from 'sql-template-tag';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { retentionDays } from '@/server/people/organizations/result-limits';
import { deleteResult } from '@/server/results/stored/delete-result';
import { resultKey } from '@/server/results/stored/result-file';
import { storeOf } from '@/server/results/stored/result-stores';
import { storeIdOf } from '@/server/results/stored/stored-bytes';

const BATCH_RUNS = 1000;
const PRODUCT = { actorUserId: null, requestId: null, address: null };

const KEPT = {
  org_id: column.text,
  run_id: column.int,
  is_measured: column.boolean,
  is_expired: column.boolean,
  days: column.int.nullable(),
};
interface KeptRun {
  orgId: string;
  runId: number;
  isMeasured: boolean;
  isExpired: boolean;
  /** After how many days its organization's results are deleted; null if they are kept. */
  days: number | null;
}

/**
 * One pass through the results of all ended runs, from the oldest to the newest. Unmeasured files, from earlier versions
 * or from workers that died, are counted toward their organization's quota; results past their retention period are
 * deleted. Several workers may do so at the same time.
 */
export class ResultPass {
  private afterRunId = 0;

  /** Processes the next results; returns how many there were, 0 at the end. */
  async nextBatch(): Promise<number> {
    const runs = await nextResults(this.afterRunId);
    const expired = runs.filter(({ isExpired }) => isExpired);
    const unmeasured = runs.filter(({ isMeasured, isExpired }) => !isMeasured && !isExpired);
    for (const [orgId, ofOrg] of byOrganization(unmeasured)) await measure(orgId, ofOrg);
    for (const [orgId, ofOrg] of byOrganization(expired)) {
      await expire(orgId, ofOrg, expired.find((run) => run.orgId === orgId)?.days ?? null);
    }
    this.afterRunId = runs.at(-1)?.runId ?? this.afterRunId;
    return runs.length;
  }
}

/** Whether files are kept among the values of `run`. */
const HAS_FILES = statement`exists (select from run_file f where f.org_id = run.org_id and f.run_id = run.run_id)`;

/** Loads only runs that need work; the database skips the others. */
async function nextResults(afterRunId: number): Promise<KeptRun[]> {
  const days = retentionDays();
  const isExpired = statement`coalesce(ended_at < now() - make_interval(days => ${days}), false)`;
  const rows = await query(
    KEPT,
    statement`select run.org_id, run_id, result_bytes is not null as is_measured, ${isExpired} as is_expired, ${days} as days
     from run join org on org.org_id = run.org_id
     where run_id > ${afterRunId} and has_result and status not in ('starting', 'running')
       and (result_bytes is null or ${isExpired})
     union all
     select run.org_id, run.run_id, true, true, ${days} from run join org on org.org_id = run.org_id
     where run_id > ${afterRunId} and not has_result and ${isExpired} and run_id in (select f.run_id from run_file f)
     order by run_id limit ${BATCH_RUNS}`,
  );
  return rows.map((row) => ({
    orgId: row.org_id,
    runId: row.run_id,
    isMeasured: row.is_measured,
    isExpired: row.is_expired,
    days: row.days,
  }));
}

function byOrganization(runs: readonly KeptRun[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { orgId, runId } of runs) found.set(orgId, [...(found.get(orgId) ?? []), runId]);
  return found;
}

async function measure(orgId: string, runIds: readonly number[]): Promise<void> {
  const sizes: number[] = [];
  for (const runId of runIds) sizes.push(await fileSize(orgId, runId));
  await query(
    { measured: column.int },
    statement`with measured as (
       update run set result_bytes = seen.size_bytes
       from unnest(${runIds}::bigint[], ${sizes}::bigint[]) as seen(run_id, size_bytes)
       where run.org_id = ${orgId} and run.run_id = seen.run_id and run.has_result and run.result_bytes is null
       returning seen.size_bytes
     ), counted as (
       insert into result_usage (org_id, size_bytes)
       select ${orgId}, sum(size_bytes) from measured having sum(size_bytes) > 0
       on conflict (org_id) do update set size_bytes = result_usage.size_bytes + excluded.size_bytes
     )
     select count(*) as measured from measured`,
  );
}

/** Deletes results permanently, as people can: the runs stay in the history, marked. */
async function expire(orgId: string, runIds: readonly number[], days: number | null): Promise<void> {
  const deleted = await transaction(async (tx) => {
    const rows = await query(
      { run_id: column.int },
      statement`with expired as (
         select run_id, coalesce(result_bytes, 0) as size_bytes from run
         where org_id = ${orgId} and run_id = any(${runIds}) and (has_result or ${HAS_FILES}) for update
       ), deleted as (
         update run set has_result = false, result_deleted_at = now(), result_deleted_by = 'retention', result_bytes = 0,
           log_text = null, errors = null, result_facts = null
         from expired where run.org_id = ${orgId} and run.run_id = expired.run_id
         returning run.run_id
       ), files as (
         delete from run_file where org_id = ${orgId} and run_id in (select run_id from expired)
         returning octet_length(content) as size_bytes
       ), uncounted as (
         update result_usage set size_bytes = greatest(0, size_bytes - (
           select sum(size_bytes) from (select size_bytes from expired union all select size_bytes from files) freed))
         where org_id = ${orgId} and exists (select from expired)
       ), answers as (
         delete from run_result where org_id = ${orgId} and run_id in (select run_id from expired)
       ), logs as (delete from run_log where org_id = ${orgId} and run_id in (select run_id from expired))
       select run_id from deleted`,
      tx,
    );
    if (rows.length > 0) {
      await recordAudit(tx, PRODUCT, {
        orgId,
        action: 'org.expire_results',
        subjectType: 'org',
        subjectId: orgId,
        after: { results: rows.length, days },
      });
    }
    return rows;
  });
  // After the commit: a crash before this only leaves unreferenced files.
  for (const { run_id } of deleted) await deleteResult(orgId, run_id);
}

async function fileSize(orgId: string, runId: number): Promise<number> {
  const store = await storeOf(await storeIdOf(orgId, runId));
  return (await store.sizeOf(resultKey(orgId, runId))) ?? 0;
}
