import statement from 'sql-template-tag';
import type { DayOff } from '@/server/automation/schedules/job-settings';
import type { JobValues } from '@/server/automation/schedules/job-values';
import { openJobRows, STORED } from '@/server/automation/schedules/job-values';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';

/** How long a worker may take to open a run before another one does it. */
const LEASE_SECONDS = 120;

const FIRING = {
  scheduled_job_id: column.int,
  slot_at: column.time,
  org_id: column.text,
  missed_count: column.int,
  until_at: column.time.nullable(),
  command_id: column.int,
  template_id: column.int,
  owner_user_id: column.text,
  name: column.text,
  cron_timezone: column.text,
  is_on: column.boolean,
  is_on_demand: column.boolean,
  /** Who asked for it; null for a time of the schedule. */
  asked_by_user_id: column.text.nullable(),
  /** The organization's days off, if the job leaves those out. */
  days_off: column.json<DayOff[] | null>(),
  allows_overlap: column.boolean,
  timeout_seconds: column.int.nullable(),
  retry_count: column.int.nullable(),
  confirmed_word: column.text.nullable(),
  /** Whether a run of the job is in progress, or waits for approval. */
  is_going: column.boolean,
  /** Whether its time has long passed: every worker died before one could open it. */
  is_late: column.boolean,
};

/** How soon a firing that waits for options is looked at again. */
const OPTIONS_SECONDS = 2;

/** The people who made a job fire, besides its schedule. */
export const starterOf = ({
  asked_by_user_id: userId,
}: Pick<RowOf<typeof FIRING>, 'asked_by_user_id'>): string[] => (userId === null ? [] : [userId]);

/** A claimed time, and its job as it is now. */
export type Firing = RowOf<typeof FIRING> & { openValues(): JobValues };

/**
 * Takes firings for this worker to open their runs, the oldest first. What it doesn't open within two minutes is taken
 * again, so that a dead worker loses none. A job's scheduled times are taken one at a time: the next only after the last
 * one got a run, failed, or was called off. Without that, two runs of a job that forbids overlap could start at once. Times
 * that people asked for don't wait.
 *
 * @param at as for `claimDueJobs`
 */
export async function takeFirings(limit: number, at: Date | null = null): Promise<Firing[]> {
  const rows = await query(
    FIRING,
    statement`with taken as (
        update scheduled_firing f set taken_until = now() + make_interval(secs => ${LEASE_SECONDS})
        where (f.scheduled_job_id, f.slot_at) in (
          select scheduled_job_id, slot_at from scheduled_firing
          where state = 'due' and taken_until <= now() and (is_on_demand or (scheduled_job_id, slot_at) in (
            select scheduled_job_id, min(slot_at) from scheduled_firing
            where state = 'due' and not is_on_demand group by scheduled_job_id))
          order by slot_at limit ${limit} for update skip locked)
        returning f.*
      )
      select f.scheduled_job_id, f.slot_at, f.org_id, f.missed_count, f.until_at, j.command_id, c.template_id,
        j.owner_user_id, j.name, j.cron_timezone, j.deleted_at is null and (j.is_enabled or f.is_on_demand) as is_on, f.is_on_demand,
        f.asked_by_user_id, j.allows_overlap,
        case when j.skips_days_off then (
          select s.days_off from org_job_settings s where s.org_id = j.org_id) end as days_off,
        j.timeout_seconds, j.retry_count, j.confirmed_word,
        exists (select from open_run o where o.scheduled_job_id = j.scheduled_job_id) or exists (
          select from approval_request a
          join approval_run ar on ar.org_id = a.org_id and ar.approval_id = a.approval_id
          join run r on r.org_id = ar.org_id and r.run_id = ar.run_id
          where a.org_id = j.org_id and a.command_id = j.command_id and a.state = 'waiting'
            and r.scheduled_job_id = j.scheduled_job_id and r.status = 'starting') as is_going,
        f.slot_at < coalesce(${at}::timestamptz, now()) - interval '1 hour' as is_late
      from taken f
      join scheduled_job j on j.scheduled_job_id = f.scheduled_job_id
      join command c on c.org_id = j.org_id and c.command_id = j.command_id
      order by f.slot_at, f.scheduled_job_id`,
  );
  if (rows.length === 0) return [];
  const jobIds = [...new Set(rows.map((row) => row.scheduled_job_id))];
  const stored = await query(
    STORED,
    statement`select scheduled_job_input_id, scheduled_job_id, input_id, value, sealed_value from scheduled_job_input
      where scheduled_job_id = any(${jobIds}::int[])`,
  );
  return rows.map((row) => ({
    ...row,
    openValues: () =>
      openJobRows(
        row.org_id,
        row.scheduled_job_id,
        stored.filter((value) => value.scheduled_job_id === row.scheduled_job_id),
      ),
  }));
}

/** Leaves a firing for another attempt in a moment. */
export async function putBack({ scheduled_job_id: jobId, slot_at: slotAt }: Firing): Promise<void> {
  await execute(
    statement`update scheduled_firing set taken_until = now() + make_interval(secs => ${OPTIONS_SECONDS})
      where scheduled_job_id = ${jobId} and slot_at = ${slotAt} and state = 'due'`,
  );
}
