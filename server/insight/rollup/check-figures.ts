import statement, { join, type Sql as Statement } from 'sql-template-tag';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { log } from '@/server/base/log';
import { claimProgress } from '@/server/insight/rollup/figure-progress';
import { ALL_TIME, figuresOfAllTime, figureTables, sumDays } from '@/server/insight/rollup/figure-tables';
import { addFigures, COUNTS, DAILY, figuresOf, RUN_FACTS } from '@/server/insight/rollup/run-facts';

const EVERY_MS = 24 * 60 * 60 * 1000;
/** How many days are compared, each of one organization. */
const SAMPLE_DAYS = 10;
/** Before all runs. */
const EVER = new Date(0);

/** A day of an organization, in UTC. */
interface OrgDay {
  org_id: string;
  day: Date;
}

/**
 * Compares a random sample of days with the runs, once in 24 hours however many workers there are. It counts days that
 * differ again, and logs them.
 *
 * @returns how many days differed; null if no check was due
 */
export async function checkFigures(nowMs: number): Promise<number | null> {
  const isDue = await transaction(async (tx) => {
    const progress = await claimProgress(tx, 'skip');
    if (progress === null || nowMs - (progress.checked_at?.getTime() ?? 0) < EVERY_MS) return false;
    await execute(statement`update figure_progress set checked_at = ${new Date(nowMs)}`, tx);
    await execute(
      statement`delete from uncounted_run u
        where not exists (select from run r where r.org_id = u.org_id and r.run_id = u.run_id)`,
      tx,
    );
    return true;
  });
  if (!isDue) return null;
  let wrong = 0;
  for (const sampled of await sampleDays()) if (await mendDay(sampled)) wrong += 1;
  return wrong;
}

const KEPT_FROM = statement`(select coalesce(kept_from, '-infinity') from figure_progress)`;

/** Days that have figures, and days that have runs: one of them may lack the other. Not those whose runs were deleted. */
const sampleDays = (): Promise<OrgDay[]> =>
  query(
    { org_id: column.text, day: column.time },
    statement`select distinct org_id, day from (
        (select org_id, slot_at as day from command_figure
          where span = 'day' and slot_at >= ${KEPT_FROM} order by random() limit ${SAMPLE_DAYS / 2})
        union all
        (select r.org_id, date_bin('1 day', r.created_at, '1970-01-01Z') as day
          from (select oldest - 1 + floor(random() * (newest - oldest + 1))::bigint as after_id
            from (select min(run_id) as oldest, max(run_id) as newest from run) runs
            cross join generate_series(1, ${SAMPLE_DAYS / 2}::int) offset 0) picked
          cross join lateral (
            select org_id, created_at from run where run_id > after_id order by run_id limit 1) r
          where r.created_at >= ${KEPT_FROM})
      ) sampled`,
  );

/** Facts of the runs of a day that have been counted. */
const factsOf = ({ org_id: orgId, day }: OrgDay, reachedRunId: number): Statement => statement`
  facts as materialized (
    select ${RUN_FACTS} from run r
    where r.org_id = ${orgId} and r.created_at >= ${day} and r.created_at < ${day}::timestamptz + interval '1 day'
      and ${COUNTS} and r.run_id <= ${reachedRunId}
      and not exists (select from uncounted_run u where u.run_id = r.run_id)
  )`;

/** The rows of a table of figures for a day. */
const OF_DAY = (table: Statement, { org_id: orgId, day }: OrgDay): Statement => statement`
  from ${table} where org_id = ${orgId} and span in ('quarter', 'day')
    and slot_at >= ${day} and slot_at < ${day}::timestamptz + interval '1 day'`;

/**
 * Compares a day with the runs, and counts it again if it differs. Does nothing on a day whose runs may have been deleted.
 *
 * @returns whether it differed
 */
export async function mendDay(sampled: OrgDay): Promise<boolean> {
  return transaction(async (tx) => {
    const progress = await claimProgress(tx, 'wait');
    if (progress === null || sampled.day < (progress.kept_from ?? EVER)) return false;
    const differing = await countDiffering(tx, sampled, progress.reached_run_id);
    if (differing === 0) return false;
    const { org_id: org, day } = sampled;
    log().warn(
      { org, day: day.toISOString().slice(0, 10), differing },
      'Figures of a day differed from its runs',
    );
    await recount(tx, sampled, progress.reached_run_id);
    return true;
  });
}

async function countDiffering(tx: Sql, sampled: OrgDay, reachedRunId: number): Promise<number> {
  const { byCommand, byPerson, byTime, byOrg, byOrgTime } = figuresOf(statement`facts`, DAILY);
  const counted = [byCommand, byPerson, byTime, byOrg, byOrgTime];
  const compared = figureTables.map(({ name }, index) => {
    const stored = statement`select * ${OF_DAY(name, sampled)}`;
    const wanted = counted[index] ?? stored;
    return statement`((${stored}) except (${wanted})) union all ((${wanted}) except (${stored}))`;
  });
  const [row] = await query(
    { differing: column.int },
    statement`with ${factsOf(sampled, reachedRunId)}
      select (${join(
        compared.map((rows) => statement`(select count(*) from (${rows}) differing)`),
        ' + ',
      )})::int as differing`,
    tx,
  );
  return row?.differing ?? 0;
}

async function recount(tx: Sql, sampled: OrgDay, reachedRunId: number): Promise<void> {
  for (const { name } of figureTables) await execute(statement`delete ${OF_DAY(name, sampled)}`, tx);
  await query(
    { done: column.int },
    statement`with ${factsOf(sampled, reachedRunId)}, ${addFigures(statement`facts`, DAILY)} select 1 as done`,
    tx,
  );
  await sumAgain(tx, sampled);
}

/** Makes the figures of a day's month, and of all time, the sums of the days. */
async function sumAgain(tx: Sql, { org_id: orgId, day }: OrgDay): Promise<void> {
  const month = statement`date_trunc('month', ${day}::timestamptz, 'UTC')`;
  const ofOrg = statement`org_id = ${orgId}`;
  for (const table of figureTables) {
    await execute(
      statement`delete from ${table.name} where ${ofOrg} and span = 'month' and slot_at = ${month}`,
      tx,
    );
    const ofMonth = statement`${ofOrg} and slot_at >= ${month} and slot_at < ${month} + interval '1 month'`;
    await sumDays(tx, table, statement`'month'::figure_span, ${month}`, ofMonth);
  }
  for (const table of figuresOfAllTime) {
    await execute(statement`delete from ${table.name} where ${ofOrg} and span = 'ever'`, tx);
    await sumDays(tx, table, ALL_TIME, ofOrg);
  }
}
