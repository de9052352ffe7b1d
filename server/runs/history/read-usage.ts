import statement, { type Sql as Statement } from 'sql-template-tag';
import { z } from 'zod';
import {
  type commandUsage,
  MOST_RUNNERS,
  MOST_TIMED_RUNS,
  PAST_MONTH_DAYS,
  type readUsage as readUsageOperation,
} from '@/lib/contract/runs/usage';
import { pastDays } from '@/lib/runs/past-days';
import { DEFAULT_ZONE } from '@/lib/schedules/time-zones';
import type { Decoded } from '@/lib/wire/wire';
import { clock } from '@/server/base/clock';
import { adHocSql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';
import { heldRuns } from '@/server/runs/history/run-query';

type Usage = Decoded<typeof commandUsage>;

/**
 * Counts the runs of a command. What counts is what the history lists with the same filters: the rows of bulk runs
 * instead of the bulk runs, and no dropdown and startup runs.
 */
export async function readUsage({
  subject: { orgId, commandId },
  query: { zone = DEFAULT_ZONE },
}: Context<typeof readUsageOperation>): Promise<Usage> {
  const days = pastDays(zone, clock.nowMs(), PAST_MONTH_DAYS);
  const starts = days.map(({ startMs }) => new Date(startMs));
  const since = new Date(days[0]?.startMs ?? 0);
  const [counts, durations] = await Promise.all([
    countRuns(orgId, commandId, starts),
    timeRuns(commandId, since),
  ]);
  const all = [`kit_id:${commandId}`, 'is_bulk_parent:false'];
  const { runners, by_day, ...sums } = counts;
  const named = runners.reduce(
    (sum, { total, recent }) => ({ total: sum.total + total, recent: sum.recent + recent }),
    { total: 0, recent: 0 },
  );
  return {
    name: sums.name,
    allTime: sums.all_time,
    allTimeWebFilters: all,
    pastMonth: sums.past_month,
    pastMonthWebFilters: [...all, `start_time:gte:${since.toISOString()}`],
    days: days.map(({ day }, index) => ({ day, runs: by_day[String(index + 1)] ?? 0 })),
    outcomes: {
      success: sums.ended_well - sums.in_progress,
      failed: sums.failed,
      canceled: sums.canceled,
      inProgress: sums.in_progress,
    },
    durations,
    runners: runners.map(({ user_id, name, total, recent }) => ({
      userId: user_id,
      name,
      totalUsage: total,
      recentUsage: recent,
      webFilters: [...all, `user_id:${user_id}`],
    })),
    otherRunners: {
      people: sums.people - runners.length,
      totalUsage: sums.all_time - named.total,
      recentUsage: sums.past_month - named.recent,
    },
  };
}

/** Whether `r` is a run of the command that counts, or a bulk run of it. The index of a command's runs can tell. */
const wasStarted = (commandId: number): Statement => statement`
  r.command_id = ${commandId} and r.queued_at is not null and r.trigger not in ('dropdown', 'startup')`;

/** Of a bulk run, the rows count, and not the run that holds them. */
const IS_NO_PARENT = statement`
  not exists (select from bulk_run b where b.org_id = r.org_id and b.run_id = r.run_id)`;

/** The ids of the command's runs that have not ended, among others. */
const inProgress = (orgId: string, commandId: number): Statement => statement`
  select o.run_id from open_run o where o.org_id = ${orgId} and o.command_id = ${commandId}
  union all ${heldRuns(statement`a.org_id = ${orgId} and a.command_id = ${commandId}`)}`;

const COUNTS = {
  name: column.text,
  all_time: column.int,
  past_month: column.int,
  /** Of the past month, and so are the following: without an end reason, so including those in progress. */
  ended_well: column.int,
  failed: column.int,
  canceled: column.int,
  in_progress: column.int,
  people: column.int,
  /** By the number of the day, from 1; without days that have no runs. */
  by_day: column.json<Record<string, number>>(),
  runners: column.json<{ user_id: string; name: string; total: number; recent: number }[]>(),
};

/**
 * Passes once over the command's runs, in their index, and takes its bulk runs off afterward, which are few. One
 * statement, so that all numbers are of the same moment.
 *
 * @param starts when each day of the past month begins
 */
async function countRuns(orgId: string, commandId: number, starts: readonly Date[]) {
  const started = wasStarted(commandId);
  const open = inProgress(orgId, commandId);
  const group = statement`r.started_by_user_id as user_id,
    width_bucket(r.created_at, ${starts}::timestamptz[]) as day, r.end_reason`;
  const [row] = await query(
    COUNTS,
    statement`with grouped as materialized (
        select user_id, day, end_reason, sum(runs)::int as runs from (
          select ${group}, count(*) as runs from run r where ${started} group by 1, 2, 3
          union all
          select ${group}, -count(*) from bulk_run b join run r on r.org_id = b.org_id and r.run_id = b.run_id
          where b.org_id = ${orgId} and ${started} group by 1, 2, 3
        ) parts group by 1, 2, 3 having sum(runs) > 0
      ), recent as (
        select * from grouped where day > 0
      ), persons as (
        select g.user_id, sum(g.runs)::int as total, coalesce(sum(g.runs) filter (where g.day > 0), 0)::int as recent
        from grouped g group by g.user_id
      ), listed as (
        select p.*, u.name from persons p join "user" u on u.user_id = p.user_id
        order by p.recent desc, p.total desc, p.user_id limit ${MOST_RUNNERS}
      )
      select (select name from command where command_id = ${commandId}) as name,
        (select coalesce(sum(runs), 0)::int from grouped) as all_time,
        (select coalesce(sum(runs), 0)::int from recent) as past_month,
        (select coalesce(sum(runs), 0)::int from recent where end_reason is null) as ended_well,
        (select coalesce(sum(runs), 0)::int from recent where end_reason <> 'cancelled') as failed,
        (select coalesce(sum(runs), 0)::int from recent where end_reason = 'cancelled') as canceled,
        (select count(*)::int from run r where ${started} and ${IS_NO_PARENT} and r.run_id = any(array(${open}))
          and r.status in ('starting', 'running') and r.created_at >= ${starts[0]}::timestamptz) as in_progress,
        (select count(*)::int from persons) as people,
        (select coalesce(json_object_agg(day, runs), '{}') from (
          select day, sum(runs)::int as runs from recent group by day) days) as by_day,
        (select coalesce(json_agg(l order by l.recent desc, l.total desc, l.user_id), '[]') from listed l) as runners`,
    adHocSql,
  );
  if (row === undefined) throw new Error('Counting returned no row');
  return row;
}

const TIMES = { runs: column.int, median_ms: z.number().nullable(), p95_ms: z.number().nullable() };

/**
 * How long the newest successful runs took. Their times are in no index, because each run would have to be entered there
 * again when it ends; so this reads the runs themselves, and only so many.
 */
async function timeRuns(commandId: number, since: Date): Promise<Usage['durations']> {
  const [row] = await query(
    TIMES,
    statement`select count(*)::int as runs,
        percentile_disc(0.5) within group (order by ms) as median_ms,
        percentile_disc(0.95) within group (order by ms) as p95_ms
      from (
        select round(extract(epoch from r.ended_at - r.started_at) * 1000)::float8 as ms
        from run r
        where ${wasStarted(commandId)} and ${IS_NO_PARENT} and r.status = 'success' and r.started_at is not null and r.created_at >= ${since}::timestamptz
        order by r.created_at desc, r.run_id desc limit ${MOST_TIMED_RUNS}
      ) timed`,
    adHocSql,
  );
  if (row === undefined || row.median_ms === null || row.p95_ms === null) return null;
  return { runs: row.runs, medianMs: row.median_ms, p95Ms: row.p95_ms };
}
