import statement from 'sql-template-tag';
import type { InputValues } from '@/lib/inputs/input';
import { runError } from '@/lib/runs/run-error';
import { wallAt } from '@/lib/schedules/wall-clock';
import { recordAudit } from '@/server/access/audit';
import { engineersOf } from '@/server/access/engineers';
import { tellOfPause } from '@/server/automation/schedules/alerts/tell-of-pause';
import { noteDueAutoRuns } from '@/server/automation/schedules/auto-runs/stored-auto-runs';
import type { Firing } from '@/server/automation/schedules/take-firings';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { OWNER_LOST } from '@/server/dependents/pause-run';

/** A time as the clocks of a job's zone show it. */
export const moment = (at: Date, zone: string): string =>
  at.toLocaleString('en-US', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' });

/** The name of the day off that a time falls on, by the clocks of its job; null for other days. */
function dayOffOf({ days_off: days, slot_at: slotAt, cron_timezone: zone }: Firing): string | null {
  const today = new Date(wallAt(zone, slotAt.getTime())).toISOString().slice(0, 10);
  const day = days?.find(({ date }) => date === today);
  return day === undefined ? null : day.name || 'a day off';
}

/** Why a time doesn't fire, in words; null if it does. */
export function calledOffWhy(firing: Firing): string | null {
  const { cron_timezone: zone, slot_at: slotAt, until_at: untilAt, missed_count: count } = firing;
  if (untilAt !== null) {
    const times =
      count === 1
        ? `The time ${moment(slotAt, zone)} was missed`
        : `${count.toLocaleString('en-US')} times from ${moment(slotAt, zone)} to ${moment(untilAt, zone)} were missed`;
    return `${times}: no worker was running then, or all jobs were paused.`;
  }
  // A person asked for it: only a deleted job doesn't run.
  if (firing.is_on_demand) return firing.is_on ? null : 'The job was deleted at that moment.';
  if (firing.is_late)
    return `The time ${moment(slotAt, zone)} was missed: no run could be started within an hour.`;
  if (!firing.is_on) return 'The job was paused or deleted at that moment.';
  const dayOff = dayOffOf(firing);
  if (dayOff !== null) return `It is ${dayOff}, and the job skips days off.`;
  if (firing.is_going && !firing.allows_overlap) {
    return 'The run before was still in progress. Allow overlapping runs if that is fine.';
  }
  return null;
}

/**
 * Writes down in the history why a firing has no run of its own: `cron_error` if it could not start, and
 * `cron_cancellation` if it was called off. Does nothing if another worker did it.
 */
export async function endFiring(
  firing: Firing,
  status: 'cron_error' | 'cron_cancellation',
  why: string,
  shownValues: InputValues = {},
): Promise<void> {
  await transaction((tx) => insertEnded(tx, firing, status, why, shownValues));
}

/** @returns whether nobody had ended it */
export async function insertEnded(
  tx: Sql,
  firing: Pick<
    Firing,
    'scheduled_job_id' | 'org_id' | 'slot_at' | 'command_id' | 'template_id' | 'owner_user_id'
  >,
  status: 'cron_error' | 'cron_cancellation',
  why: string,
  shownValues: InputValues,
): Promise<boolean> {
  const { scheduled_job_id: jobId, org_id: orgId, slot_at: slotAt } = firing;
  const rows = await query(
    { run_id: column.int },
    statement`with due as (
        select from scheduled_firing
        where scheduled_job_id = ${jobId} and slot_at = ${slotAt} and state = 'due' for update
      ), ended as (
        insert into run (org_id, command_id, template_id, started_by_user_id, trigger, started_through, scheduled_job_id,
          status, end_reason, queued_at, ended_at, params, errors)
        select ${orgId}, ${firing.command_id}, ${firing.template_id}, ${firing.owner_user_id}, 'schedule',
          ${`schedule:${jobId}`}, ${jobId}, ${status}::run_status,
          ${status === 'cron_error' ? 'refused' : 'never_started'}::run_end_reason, now(), now(),
          ${JSON.stringify(shownValues)}, ${JSON.stringify([runError(why)])}::text::jsonb
        from due
        returning run_id
      )
      update scheduled_firing set state = ${status === 'cron_error' ? 'failed' : 'called_off'}::firing_state,
        run_id = ended.run_id
      from ended where scheduled_job_id = ${jobId} and slot_at = ${slotAt}
      returning ended.run_id`,
    tx,
  );
  const [ended] = rows;
  if (ended !== undefined && status === 'cron_error') {
    await noteDueAutoRuns(tx, [{ jobId, slotAt, runId: ended.run_id }]);
  }
  return ended !== undefined;
}

/** The owner lost the command: the firing has failed, and the job fires no more until an engineer takes it over. */
export async function pauseJob(firing: Firing): Promise<void> {
  const { scheduled_job_id: jobId, org_id: orgId } = firing;
  const engineers = await engineersOf(orgId, firing.command_id);
  const why = OWNER_LOST.job;
  await transaction(async (tx) => {
    if (!(await insertEnded(tx, firing, 'cron_error', why, {}))) return;
    await execute(
      statement`update scheduled_job set is_enabled = false, next_run_at = null, paused_reason = ${why}
        where scheduled_job_id = ${jobId} and is_enabled`,
      tx,
    );
    await recordAudit(
      tx,
      { actorUserId: null, requestId: null, address: null },
      {
        orgId,
        action: 'cron_job.pause',
        subjectType: 'scheduled_job',
        subjectId: String(jobId),
        after: { is_enabled: false, paused_reason: why },
      },
    );
    await tellOfPause(tx, firing, engineers, why);
  });
}
