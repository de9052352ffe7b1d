import statement, { join, raw, type Sql as Statement } from 'sql-template-tag';
import { BUCKET_GROWTH } from '@/lib/figures/time-buckets';

/**
 * Whether the run `r`, which has ended, counts: it was requested with valid values and wasn't refused before it started.
 * The rows of a bulk run count, and the bulk run itself doesn't. History lists what counts with the filters of
 * lib/figures/counted-runs.ts.
 */
export const COUNTS = statement`
  r.queued_at is not null and r.status in ('success', 'failed') and r.end_reason is distinct from 'refused'
  and not exists (select from bulk_run b where b.org_id = r.org_id and b.run_id = r.run_id)`;

/** Whether the run `r`, which counts, failed: it wasn't canceled. */
export const FAILED = statement`r.end_reason in ('error', 'timed_out', 'worker_lost', 'never_started')`;

/** The bucket of an interval: lib/figures/time-buckets.ts. */
const bucketOf = (interval: Statement): Statement => statement`
  ceil(ln(greatest(extract(epoch from ${interval}) * 1000, 1)::float8) / ln(${raw(String(BUCKET_GROWTH))}::float8))::smallint`;

/** Whether the run `r` is timed: runs that fill dropdowns or run on startup would hide those that people wait for. */
const IS_TIMED = statement`r.trigger not in ('dropdown', 'startup') and r.started_at is not null`;

/**
 * What the figures take of the run `r`, which has ended; the columns of facts. What a schedule led to by itself goes back
 * to the schedule.
 */
export const RUN_FACTS = statement`
  r.org_id, r.created_at, r.command_id, r.template_id, r.started_by_user_id as user_id,
  case when r.trigger in ('row_decoration', 'error_jump') and r.started_through like 'schedule:%'
    then 'schedule' else r.trigger end as trigger,
  (case when r.end_reason is null then 'success' when r.end_reason <> 'refused' then r.end_reason::text end)::run_outcome
    as outcome,
  case when ${IS_TIMED} and r.status = 'success' then ${bucketOf(statement`r.ended_at - r.started_at`)} end as taken,
  case when ${IS_TIMED} then ${bucketOf(statement`r.started_at - r.queued_at`)} end as waited`;

/** The spans of the figures of one day, and all of them. */
export const DAILY = ['quarter', 'day'] as const;
export const ALL_SPANS = [...DAILY, 'month', 'ever'] as const;
type Spans = typeof DAILY | typeof ALL_SPANS;

const SLOTS: Readonly<Record<Spans[number], Statement>> = {
  quarter: statement`('quarter'::figure_span, date_bin('15 minutes', f.created_at, '1970-01-01Z'))`,
  day: statement`('day'::figure_span, date_bin('1 day', f.created_at, '1970-01-01Z'))`,
  month: statement`('month'::figure_span, date_trunc('month', f.created_at, 'UTC'))`,
  ever: statement`('ever'::figure_span, timestamptz '1970-01-01Z')`,
};

/** The facts `f`, once for each span with the slot that they fall into. */
const inSlots = (facts: Statement, spans: Spans): Statement => statement`
  ${facts} f cross join lateral (values ${join(spans.map((span) => SLOTS[span]))}) slot (span, slot_at)`;

/** How long the facts took and waited, each in its bucket. */
const inBuckets = (facts: Statement, spans: Spans): Statement => statement`
  ${inSlots(facts, spans)}
  cross join lateral (values (f.taken, 1, 0), (f.waited, 0, 1)) timed (bucket, is_taken, is_waited)
  where span <> 'ever' and bucket is not null`;

/**
 * SELECTs the figures of some facts, each table's columns in their order. In the order of the keys, so that what is read
 * together lies together: many batches of old runs would leave each row on a page of its own.
 */
export const figuresOf = (facts: Statement, spans: Spans) => ({
  byCommand: statement`
    select org_id, span, slot_at, command_id, template_id, trigger, outcome, count(*)::int as runs
    from ${inSlots(facts, spans)} group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4`,
  byPerson: statement`
    select org_id, span, slot_at, user_id, trigger, outcome, count(*)::int as runs
    from ${inSlots(facts, spans)} group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4`,
  byTime: statement`
    select org_id, span, slot_at, command_id, bucket, sum(is_taken)::int as taken, sum(is_waited)::int as waited
    from ${inBuckets(facts, spans)} group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4`,
  byOrg: statement`
    select org_id, span, slot_at, trigger, outcome, count(*)::int as runs
    from ${inSlots(facts, spans)} where span <> 'ever' group by 1, 2, 3, 4, 5`,
  byOrgTime: statement`
    select org_id, span, slot_at, bucket, sum(is_taken)::int as taken, sum(is_waited)::int as waited
    from ${inBuckets(facts, spans)} group by 1, 2, 3, 4`,
});

/** CTEs that add the figures of some facts to the tables. */
export function addFigures(facts: Statement, spans: Spans): Statement {
  const { byCommand, byPerson, byTime, byOrg, byOrgTime } = figuresOf(facts, spans);
  return statement`
    by_command as (
      insert into command_figure (org_id, span, slot_at, command_id, template_id, trigger, outcome, runs)
      ${byCommand}
      on conflict on constraint command_figure_pkey do update set runs = command_figure.runs + excluded.runs
    ), by_person as (
      insert into person_figure (org_id, span, slot_at, user_id, trigger, outcome, runs)
      ${byPerson}
      on conflict on constraint person_figure_pkey do update set runs = person_figure.runs + excluded.runs
    ), by_time as (
      insert into command_time (org_id, span, slot_at, command_id, bucket, taken, waited)
      ${byTime}
      on conflict on constraint command_time_pkey do update
        set taken = command_time.taken + excluded.taken, waited = command_time.waited + excluded.waited
    ), by_org as (
      insert into org_figure (org_id, span, slot_at, trigger, outcome, runs)
      ${byOrg}
      on conflict on constraint org_figure_pkey do update set runs = org_figure.runs + excluded.runs
    ), by_org_time as (
      insert into org_time (org_id, span, slot_at, bucket, taken, waited)
      ${byOrgTime}
      on conflict on constraint org_time_pkey do update
        set taken = org_time.taken + excluded.taken, waited = org_time.waited + excluded.waited
    )`;
}
