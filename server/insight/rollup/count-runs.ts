import statement from 'sql-template-tag';
import { type Sql, transaction } from '@/server/base/database/db';
import { SettledIds } from '@/server/base/database/settled-ids';
import { column, execute, query } from '@/server/base/database/statements';
import { claimProgress, type FigureProgress } from '@/server/insight/rollup/figure-progress';
import { ALL_SPANS, addFigures, COUNTS, FAILED, RUN_FACTS } from '@/server/insight/rollup/run-facts';

/** At most so many runs are counted in one transaction. */
export const BATCH_RUNS = 50_000;
/** While nothing ends, the time of the figures is written this often. */
const TOUCH_MS = 30_000;

/** Whether there may be runs to count, or the time of the figures to write. */
export const HAS_UNCOUNTED = statement`(exists (
    select from figure_progress where counted_at is null or counted_at < now() - make_interval(secs => ${TOUCH_MS / 1000})
      or reached_run_id < (select max(run_id) from run))
  or exists (select from uncounted_run u
    where not exists (select from open_run o where o.org_id = u.org_id and o.run_id = u.run_id)))`;

const FACTS = statement`org_id, created_at, command_id, template_id, trigger, user_id, outcome, taken, waited`;

/**
 * Counts runs that have ended, behind the processes that end them: no run waits for it or writes more for it.
 *
 * It goes through the runs in the order of their ids, and remembers in `uncounted_run` those that had not ended when it
 * reached them. A run is counted in the transaction that passes it or forgets it there, so it is counted once, however
 * often a worker dies. The same transaction passes failed runs on to `ungrouped_run`, from which server/insight/errors
 * takes them; those that have their group already are left alone when everything is counted again.
 */
export class RunCounter {
  #settled = new SettledIds({ table: 'run', id: 'run_id' });

  /**
   * Counts the next batch. Any number of workers may call it at once: only one of them counts.
   *
   * @returns how many runs it went past or counted; 0 when everything that has ended is counted, or another worker is
   *   at it
   */
  async nextBatch(batchRuns = BATCH_RUNS): Promise<number> {
    const settled = await this.#settled.look();
    return transaction(async (tx) => {
      const progress = await claimProgress(tx, 'skip');
      if (progress === null) return 0;
      const from = await beforeNextRun(tx, progress.reached_run_id, settled.id);
      const to = Math.max(from, Math.min(settled.id, from + batchRuns));
      const late = await countBatch(tx, progress.kept_from, from, to, batchRuns);
      const isWhole = to >= settled.id && late < batchRuns;
      await saveProgress(
        tx,
        progress,
        to,
        isWhole ? settled.at : null,
        to > progress.reached_run_id || late > 0,
      );
      return to - from + late;
    });
  }
}

/** Passes over ids that no run has, however many: up to the next run, or to the last settled id. */
async function beforeNextRun(tx: Sql, reached: number, settled: number): Promise<number> {
  if (settled <= reached) return reached;
  const [next] = await query(
    { run_id: column.int.nullable() },
    statement`select min(run_id) as run_id from run where run_id > ${reached}::bigint and run_id <= ${settled}::bigint`,
    tx,
  );
  return next?.run_id == null ? settled : next.run_id - 1;
}

async function saveProgress(
  tx: Sql,
  { counted_at: before }: FigureProgress,
  reachedRunId: number,
  countedAt: Date | null,
  hasChanged: boolean,
): Promise<void> {
  const isOld = countedAt !== null && (before === null || countedAt.getTime() - before.getTime() >= TOUCH_MS);
  if (!hasChanged && !isOld) return;
  await execute(
    statement`update figure_progress set reached_run_id = ${reachedRunId},
      counted_at = greatest(${countedAt}::timestamptz, counted_at)`,
    tx,
  );
}

/**
 * Counts the runs with these ids, and those of earlier batches that have ended since.
 *
 * @param keptFrom runs requested earlier have been counted, and their figures stay when everything is counted again
 * @returns how many of earlier batches
 */
async function countBatch(
  tx: Sql,
  keptFrom: Date | null,
  from: number,
  to: number,
  mostLate: number,
): Promise<number> {
  const [row] = await query(
    { late: column.int },
    statement`with passed as (
        select ${RUN_FACTS}, r.run_id, r.ended_at is not null as has_ended, ${COUNTS} as counts,
          ${FAILED} as failed
        from run r where r.run_id > ${from} and r.run_id <= ${to} and r.created_at >= coalesce(${keptFrom}::timestamptz, '-infinity')
      ), remembered as (
        insert into uncounted_run (run_id, org_id) select run_id, org_id from passed where not has_ended
      ), out_of_line as (
        select u.run_id from uncounted_run u
        where not exists (select from open_run o where o.org_id = u.org_id and o.run_id = u.run_id)
      ), late as (
        select ${RUN_FACTS}, r.run_id, ${COUNTS} as counts, ${FAILED} as failed
        from run r where r.run_id = any(array(select run_id from out_of_line)) and r.ended_at is not null
        limit ${mostLate}
      ), forgotten as (
        delete from uncounted_run where run_id = any(array(select run_id from late)) returning run_id
      ), failures as (
        select run_id from passed where has_ended and counts and failed
        union all select run_id from late where counts and failed
      ), passed_on as (
        insert into ungrouped_run (run_id)
        select run_id from failures f where not exists (select from grouped_run g where g.run_id = f.run_id)
        on conflict do nothing
      ), facts as materialized (
        select ${FACTS} from passed where has_ended and counts
        union all select ${FACTS} from late where counts
      ), ${addFigures(statement`facts`, ALL_SPANS)}
      select count(*)::int as late from forgotten`,
    tx,
  );
  return row?.late ?? 0;
}
