import statement from 'sql-template-tag';
import { dueTimes } from '@/lib/schedules/firing-times';
import { cronOf, type Plan } from '@/server/automation/schedules/job-plan';
import { openTimes } from '@/server/automation/schedules/open-times';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { log } from '@/server/base/log';

/** Jobs that one statement claims. Other workers claim others at the same time. */
const JOBS_A_BATCH = 500;
/** A time that was missed by this much no longer fires. */
export const LATE_MS = 60 * 60 * 1000;

const DUE = {
  scheduled_job_id: column.int,
  org_id: column.text,
  cron_expression: column.text,
  cron_timezone: column.text,
  next_run_at: column.time,
  at: column.time,
};

/** A time that is to fire, or some that were missed. */
interface Claim {
  jobId: number;
  orgId: string;
  slotAt: Date;
  missedCount: number;
  untilAt: Date | null;
}

/**
 * Claims the jobs that are due, each time once, and plans their next times. A job that nobody looked at fires for its
 * latest time, if that is less than an hour ago; the earlier ones count as missed. Whether a time was claimed before is
 * told by its row, so neither two workers nor a clock that was set back fire it again. Jobs of an organization that has
 * paused all of them wait; what they miss counts as missed.
 *
 * @param at the time, by which tests simulate others; null for the database's clock
 * @returns how many jobs were due; call it again until there are none
 */
export function claimDueJobs(at: Date | null = null): Promise<number> {
  return transaction(async (tx) => {
    const due = await query(
      DUE,
      statement`select j.scheduled_job_id, j.org_id, j.cron_expression, j.cron_timezone, j.next_run_at, clock.at
        from scheduled_job j, (select coalesce(${at}::timestamptz, now()) as at) clock
        where j.next_run_at <= clock.at and not exists (
          select from org_job_settings s where s.org_id = j.org_id and s.paused_at is not null)
        order by j.next_run_at limit ${JOBS_A_BATCH} for update of j skip locked`,
      tx,
    );
    if (due.length === 0) return 0;
    const plans = due.map(planOf);
    const claims = plans.flatMap(({ claimed }) => claimed);
    const nexts = await openTimes(tx, plans);
    await execute(
      statement`with claimed as (
          insert into scheduled_firing (scheduled_job_id, org_id, slot_at, missed_count, until_at)
          select * from unnest(${claims.map(({ jobId }) => jobId)}::int[], ${claims.map(({ orgId }) => orgId)}::text[],
            ${claims.map(({ slotAt }) => slotAt)}::timestamptz[],
            ${claims.map(({ missedCount }) => missedCount)}::int[], ${claims.map(({ untilAt }) => untilAt)}::timestamptz[])
          on conflict (scheduled_job_id, slot_at) do nothing
        )
        update scheduled_job j set next_run_at = plan.next_run_at, planned_at = ${due[0]?.at ?? null}
        from unnest(${plans.map(({ jobId }) => jobId)}::int[], ${nexts}::timestamptz[])
          plan (job_id, next_run_at)
        where j.scheduled_job_id = plan.job_id`,
      tx,
    );
    return due.length;
  });
}

interface Planned extends Plan {
  jobId: number;
  next: Date;
  claimed: Claim[];
}

/** A job that can't be planned, because of a bug, holds up no other: it is looked at again in an hour. */
function planOf(job: RowOf<typeof DUE>): Planned {
  try {
    return planned(job);
  } catch (error) {
    log().error({ err: error, job: job.scheduled_job_id }, 'A scheduled job could not be planned');
    const next = new Date(job.at.getTime() + LATE_MS);
    return { ...expressionOf(job), jobId: job.scheduled_job_id, next, claimed: [] };
  }
}

function planned(job: RowOf<typeof DUE>): Planned {
  const { scheduled_job_id: jobId, org_id: orgId, next_run_at: firstAt, at } = job;
  const due = dueTimes(cronOf(job.cron_expression), job.cron_timezone, firstAt.getTime(), at.getTime());
  const isLate = at.getTime() - due.latestMs >= LATE_MS;
  const missedCount = isLate ? due.count : due.count - 1;
  const untilAt = new Date(isLate ? due.latestMs : due.previousMs);
  const missed = { jobId, orgId, slotAt: firstAt, missedCount, untilAt };
  const latest = { jobId, orgId, slotAt: new Date(due.latestMs), missedCount: 0, untilAt: null };
  const claimed = [...(missedCount > 0 ? [missed] : []), ...(isLate ? [] : [latest])];
  return { ...expressionOf(job), jobId, next: new Date(due.nextMs), claimed };
}

const expressionOf = (job: RowOf<typeof DUE>): Plan => ({
  cronExpression: job.cron_expression,
  cronTimezone: job.cron_timezone,
});

/** A plan is at most this far ahead of the clock, unless that was set back. */
export const JUMP_SECONDS = 60;

/** Plans jobs again whose plan was made before the clock was set back: their next time may be far too late. */
export async function replanAfterJump(at: Date | null = null): Promise<number> {
  return transaction(async (tx) => {
    const jobs = await query(
      DUE,
      statement`select j.scheduled_job_id, j.org_id, j.cron_expression, j.cron_timezone, j.next_run_at, clock.at
        from scheduled_job j, (select coalesce(${at}::timestamptz, now()) as at) clock
        where j.planned_at > clock.at + make_interval(secs => ${JUMP_SECONDS}) and j.next_run_at is not null
        limit ${JOBS_A_BATCH} for update of j skip locked`,
      tx,
    );
    if (jobs.length === 0) return 0;
    const nexts = jobs.map((job) => planOf({ ...job, next_run_at: job.at }).next);
    await planJobs(
      tx,
      jobs.map((job) => job.scheduled_job_id),
      nexts,
      jobs[0]?.at ?? null,
    );
    return jobs.length;
  });
}

const planJobs = (tx: Sql, jobIds: number[], nexts: Date[], at: Date | null): Promise<void> =>
  execute(
    statement`update scheduled_job j set next_run_at = plan.next_run_at, planned_at = ${at}
      from unnest(${jobIds}::int[], ${nexts}::timestamptz[]) plan (job_id, next_run_at)
      where j.scheduled_job_id = plan.job_id`,
    tx,
  );
