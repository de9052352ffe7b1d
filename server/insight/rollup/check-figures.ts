import statement, { join, raw, type Sql as Statement } from 'sql-template-tag';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { log } from '@/server/base/log';
import { claimProgress } from '@/server/insight/rollup/figure-progress';
import { addFigures, COUNTS, DAILY, figuresOf, RUN_FACTS } from '@/server/insight/rollup/run-facts';

const EVERY_MS = 24 * 60 * 60 * 1000;
/** How many days are compared, each of one organization. */
const SAMPLE_DAYS = 10;

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

/** Days that have figures, and days that have runs: one of them may lack the other. */
const sampleDays = (): Promise<OrgDay[]> =>
  query(
    { org_id: column.text, day: column.time },
    statement`select distinct org_id, day from (
        (select org_id, slot_at as day from command_figure where span = 'day' order by random() limit ${SAMPLE_DAYS / 2})
        union all
        (select r.org_id, date_bin('1 day', r.created_at, '1970-01-01Z') as day
          from (select floor(random() * newest)::bigint as after_id
            from (select max(run_id) as newest from run) runs
            cross join generate_series(1, ${SAMPLE_DAYS / 2}::int) offset 0) picked
          cross join lateral (
            select org_id, created_at from run where run_id > after_id order by run_id limit 1) r)
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

const TABLES = ['command_figure', 'person_figure', 'command_time', 'org_figure', 'org_time'] as const;

/** The rows of a table of figures for a day. */
const OF_DAY = (table: Statement, { org_id: orgId, day }: OrgDay): Statement => statement`
  from ${table} where org_id = ${orgId} and span in ('quarter', 'day')
    and slot_at >= ${day} and slot_at < ${day}::timestamptz + interval '1 day'`;

/**
 * Compares a day with the runs, and counts it again if it differs.
 *
 * @returns whether it differed
 */
export async function mendDay(sampled: OrgDay): Promise<boolean> {
  return transaction(async (tx) => {
    const progress = await claimProgress(tx, 'wait');
    if (progress === null) return false;
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
  const compared = TABLES.map((table, index) => {
    const stored = statement`select * ${OF_DAY(TABLE[table], sampled)}`;
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

const TABLE: Readonly<Record<(typeof TABLES)[number], Statement>> = {
  command_figure: statement`command_figure`,
  person_figure: statement`person_figure`,
  command_time: statement`command_time`,
  org_figure: statement`org_figure`,
  org_time: statement`org_time`,
};

async function recount(tx: Sql, sampled: OrgDay, reachedRunId: number): Promise<void> {
  for (const table of TABLES) await execute(statement`delete ${OF_DAY(TABLE[table], sampled)}`, tx);
  await query(
    { done: column.int },
    statement`with ${factsOf(sampled, reachedRunId)}, ${addFigures(statement`facts`, DAILY)} select 1 as done`,
    tx,
  );
  await sumDays(tx, sampled);
}

/** What tells the rows of a slot apart, and what they count. */
const COLUMNS: Readonly<Record<(typeof TABLES)[number], { keys: string; sums: readonly string[] }>> = {
  command_figure: { keys: 'command_id, template_id, trigger, outcome', sums: ['runs'] },
  person_figure: { keys: 'user_id, trigger, outcome', sums: ['runs'] },
  command_time: { keys: 'command_id, bucket', sums: ['taken', 'waited'] },
  org_figure: { keys: 'trigger, outcome', sums: ['runs'] },
  org_time: { keys: 'bucket', sums: ['taken', 'waited'] },
};
const OF_ALL_TIME = ['command_figure', 'person_figure'] as const;

/** Makes the figures of a day's month, and of all time, the sums of the days. */
async function sumDays(tx: Sql, { org_id: orgId, day }: OrgDay): Promise<void> {
  const month = statement`date_trunc('month', ${day}::timestamptz, 'UTC')`;
  const ofMonth = statement`slot_at >= ${month} and slot_at < ${month} + interval '1 month'`;
  for (const table of TABLES)
    await sumInto(tx, table, orgId, statement`'month'::figure_span, ${month}`, ofMonth);
  for (const table of OF_ALL_TIME) {
    await sumInto(
      tx,
      table,
      orgId,
      statement`'ever'::figure_span, timestamptz '1970-01-01Z'`,
      statement`true`,
    );
  }
}

/** Makes a slot the sum of some days. */
async function sumInto(
  tx: Sql,
  table: (typeof TABLES)[number],
  orgId: string,
  slot: Statement,
  days: Statement,
): Promise<void> {
  const keys = raw(COLUMNS[table].keys);
  const sums = raw(COLUMNS[table].sums.join(', '));
  const counted = raw(COLUMNS[table].sums.map((name) => `sum(${name})`).join(', '));
  await execute(
    statement`delete from ${TABLE[table]} where org_id = ${orgId} and (span, slot_at) = (${slot})`,
    tx,
  );
  await execute(
    statement`insert into ${TABLE[table]} (org_id, span, slot_at, ${keys}, ${sums})
      select org_id, ${slot}, ${keys}, ${counted} from ${TABLE[table]}
      where org_id = ${orgId} and span = 'day' and ${days} group by org_id, ${keys}`,
    tx,
  );
}
