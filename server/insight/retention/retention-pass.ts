import statement, { type Sql as Statement } from 'sql-template-tag';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { deleteEmptied, emptied } from '@/server/insight/retention/without-runs';
import { claimProgress } from '@/server/insight/rollup/figure-progress';
import { deleteResult } from '@/server/results/stored/delete-result';

const BATCH_RUNS = 1000;
const FILES_AT_ONCE = 8;
const PRODUCT = { actorUserId: null, requestId: null, address: null };

const PAGE = {
  org_id: column.text,
  run_id: column.int,
  parent_run_id: column.int.nullable(),
  has_parent: column.boolean,
  has_file: column.boolean,
  is_old: column.boolean,
  is_expired: column.boolean,
};

interface ExpiredRun {
  runId: number;
  hasFile: boolean;
}

/**
 * One pass through the runs past `RUN_RETENTION_DAYS`, from the oldest on. It deletes them with everything that hangs on
 * them, and then what is left without runs. Several workers may do so at the same time.
 *
 * Whole days in UTC are deleted, and only once Analytics has counted them: their figures stay (`kept_from`). A run
 * stays as long as anything in progress needs it, and so does what it led to.
 */
export class RetentionPass {
  /** Runs requested and ended before this are deleted; null until it is known. */
  #before: Date | null = null;
  #afterRunId = 0;
  #hasOldRuns = true;
  readonly #others = emptied.map((of) => ({ of, afterId: 0 }));

  /** Deletes the next runs; returns how many rows it looked at, 0 at the end. */
  async nextBatch(): Promise<number> {
    this.#before ??= await countedRunsBefore();
    if (this.#before === null) return 0;
    if (this.#hasOldRuns) return this.nextRuns(this.#before);
    const [next] = this.#others;
    if (next === undefined) return 0;
    const reached = await deleteEmptied(next.of, next.afterId, this.#before);
    if (reached === null) this.#others.shift();
    else next.afterId = reached;
    return 1;
  }

  private async nextRuns(before: Date): Promise<number> {
    const page = await readPage(this.#afterRunId, before);
    for (const [orgId, runs] of byOrganization(page)) await deleteRuns(orgId, runs, before);
    this.#afterRunId = page.at(-1)?.run_id ?? this.#afterRunId;
    // Ids are almost in the order of time: among so many, an older one would have been met.
    this.#hasOldRuns = page.some(({ is_old: isOld }) => isOld);
    return Math.max(1, page.length);
  }
}

/** The start of the day in UTC up to which runs are too old; null while Analytics still counts runs from before it. */
async function countedRunsBefore(): Promise<Date | null> {
  const [row] = await query(
    { before: column.time },
    statement`select wanted.before from figure_progress p,
        (select date_trunc('day', now() - make_interval(days => ${env().runRetentionDays}::int), 'UTC') as before) wanted
      where p.counted_at >= wanted.before`,
  );
  return row?.before ?? null;
}

/** Whether the run `r` may go: it is old enough, and nothing in progress needs it. */
const isExpired = (before: Date): Statement => statement`(
  r.created_at < ${before} and coalesce(r.ended_at, case when r.queued_at is null then r.created_at end) < ${before}
  and not exists (select from open_run o where o.org_id = r.org_id and o.run_id = r.run_id)
  and not exists (select from run child where child.org_id = r.org_id and child.parent_run_id = r.run_id
    and child.queued_at is not null and child.status in ('starting', 'running'))
  and not exists (select from due_auto_run d where d.org_id = r.org_id and d.run_id = r.run_id)
  and not exists (select from ungrouped_run u where u.run_id = r.run_id))`;

const readPage = (afterRunId: number, before: Date) =>
  query(
    PAGE,
    statement`select r.org_id, r.run_id, r.parent_run_id,
        exists (select from run parent where parent.org_id = r.org_id and parent.run_id = r.parent_run_id) as has_parent,
        r.has_result and r.result_bytes is distinct from 0 or exists (
          select from run_spreadsheet s where s.org_id = r.org_id and s.run_id = r.run_id) as has_file,
        r.created_at < ${before} as is_old, coalesce(${isExpired(before)}, false) as is_expired
      from run r where r.run_id > ${afterRunId}::bigint order by r.run_id limit ${BATCH_RUNS}`,
  );

/** The expired runs of a page, without those whose parent stays. A parent has the lower id. */
function byOrganization(page: Awaited<ReturnType<typeof readPage>>): Map<string, ExpiredRun[]> {
  const going = new Set<number>();
  const found = new Map<string, ExpiredRun[]>();
  for (const row of page) {
    const isAlone = row.parent_run_id === null || !row.has_parent || going.has(row.parent_run_id);
    if (!row.is_expired || !isAlone) continue;
    going.add(row.run_id);
    const run = { runId: row.run_id, hasFile: row.has_file };
    found.set(row.org_id, [...(found.get(row.org_id) ?? []), run]);
  }
  return found;
}

/** Deletes the files first: a run whose file is gone is found again by the next pass, but not a file without a run. */
async function deleteRuns(orgId: string, runs: readonly ExpiredRun[], before: Date): Promise<void> {
  const withFiles = runs.filter(({ hasFile }) => hasFile);
  for (let start = 0; start < withFiles.length; start += FILES_AT_ONCE) {
    const some = withFiles.slice(start, start + FILES_AT_ONCE);
    await Promise.all(some.map(({ runId }) => deleteResult(orgId, runId)));
  }
  const runIds = runs.map(({ runId }) => runId);
  await transaction(async (tx) => {
    const progress = await claimProgress(tx, 'wait');
    if (progress?.counted_at == null || progress.counted_at < before) return;
    if (progress.kept_from === null || progress.kept_from < before)
      await execute(statement`update figure_progress set kept_from = ${before}`, tx);
    const [row] = await query(
      { runs: column.int },
      statement`with expired as materialized (
          select r.run_id, coalesce(r.result_bytes, 0) as size_bytes from run r
          where r.org_id = ${orgId} and r.run_id = any(${runIds}::bigint[]) and ${isExpired(before)}
          for update skip locked
        ), files as (
          delete from run_file where org_id = ${orgId} and run_id in (select run_id from expired)
          returning octet_length(content) as size_bytes
        ), uncounted as (
          update result_usage set size_bytes = greatest(0, size_bytes - (
            select coalesce(sum(size_bytes), 0) from (
              select size_bytes from expired union all select size_bytes from files) freed))
          where org_id = ${orgId} and exists (select from expired)
        ), grouped as (
          delete from grouped_run where run_id in (select run_id from expired)
        ), deleted as (
          delete from run where org_id = ${orgId} and run_id in (select run_id from expired) returning run_id
        )
        select count(*)::int as runs from deleted`,
      tx,
    );
    if (row === undefined || row.runs === 0) return;
    await recordAudit(tx, PRODUCT, {
      orgId,
      action: 'org.expire_runs',
      subjectType: 'org',
      subjectId: orgId,
      after: { runs: row.runs, days: env().runRetentionDays },
    });
  });
}
