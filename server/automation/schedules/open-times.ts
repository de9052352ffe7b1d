import statement from 'sql-template-tag';
import { nextRunAt, type Plan } from '@/server/automation/schedules/job-plan';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';

/** A job and the next time by its expression. */
interface PlannedTime extends Plan {
  jobId: number;
  next: Date;
}

/**
 * The next times of jobs that can still fire, in the order of the jobs: a time that has a row was called off or claimed
 * before, and never fires again.
 */
export async function openTimes(tx: Sql, jobs: readonly PlannedTime[]): Promise<Date[]> {
  const nexts = new Map(jobs.map(({ jobId, next }) => [jobId, next]));
  const plans = new Map(jobs.map((job) => [job.jobId, job]));
  // Usually none has a row, so there is one round.
  for (let jobIds = [...nexts.keys()]; jobIds.length > 0; ) {
    const taken = await query(
      { scheduled_job_id: column.int, slot_at: column.time },
      statement`select f.scheduled_job_id, f.slot_at
        from unnest(${jobIds}::int[], ${jobIds.map((jobId) => nexts.get(jobId) ?? null)}::timestamptz[]) plan (job_id, slot_at)
        join scheduled_firing f on f.scheduled_job_id = plan.job_id and f.slot_at = plan.slot_at`,
      tx,
    );
    for (const { scheduled_job_id: jobId, slot_at: slotAt } of taken) {
      const plan = plans.get(jobId);
      if (plan !== undefined) nexts.set(jobId, nextRunAt(plan, slotAt));
    }
    jobIds = taken.map((row) => row.scheduled_job_id);
  }
  return jobs.map(({ jobId, next }) => nexts.get(jobId) ?? next);
}

/** The next time of one job after a moment that can still fire. */
export async function nextOpenTime(tx: Sql, jobId: number, plan: Plan, after: Date): Promise<Date> {
  const next = nextRunAt(plan, after);
  const [open] = await openTimes(tx, [{ jobId, ...plan, next }]);
  return open ?? next;
}

/** The coming times of jobs that were called off, the next first. */
export async function readSkippedTimes(jobIds: readonly number[], db: Sql): Promise<Map<number, string[]>> {
  const rows = await query(
    { scheduled_job_id: column.int, slots: column.json<string[]>() },
    statement`select scheduled_job_id, json_agg(slot_at order by slot_at) as slots from scheduled_firing
      where scheduled_job_id = any(${jobIds}::int[]) and slot_at > now() and state = 'called_off'
      group by scheduled_job_id`,
    db,
  );
  return new Map(
    rows.map((row) => [row.scheduled_job_id, row.slots.map((slot) => new Date(slot).toISOString())]),
  );
}
