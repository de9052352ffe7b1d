import statement from 'sql-template-tag';
import type * as contract from '@/lib/contract/schedules/jobs';
import { runError } from '@/lib/runs/run-error';
import { recordAudit } from '@/server/access/audit';
import { databaseNow } from '@/server/automation/schedules/create-job';
import { insertEnded, moment } from '@/server/automation/schedules/end-firing';
import { nextRunAt } from '@/server/automation/schedules/job-plan';
import { type JobRow, lockJob } from '@/server/automation/schedules/job-rows';
import { readOneJob, type ScheduledJob } from '@/server/automation/schedules/list-jobs';
import { nextOpenTime } from '@/server/automation/schedules/open-times';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';

const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

/**
 * Calls off a coming time of a job, or takes that back. A time that is called off is claimed like any other and ends at
 * once, so it never fires by itself; once it has passed, a person can still run it as a missed time.
 */
export async function skipTime({
  actor,
  subject: command,
  params: { cronJobId },
  body: { time, isSkipped },
  audit,
}: Context<typeof contract.skipTime>): Promise<ScheduledJob> {
  const { orgId } = command;
  return transaction(async (tx) => {
    const job = await lockJob(tx, command, cronJobId);
    const slotAt = new Date(time);
    const now = await databaseNow(tx);
    const next = await (isSkipped ? callOff : takeBack)(tx, job, slotAt, actor.name, now);
    await execute(
      statement`update scheduled_job set next_run_at = ${next}, planned_at = ${now}
        where org_id = ${orgId} and scheduled_job_id = ${cronJobId}`,
      tx,
    );
    await recordAudit(tx, audit, {
      orgId,
      action: isSkipped ? 'cron_job.skip' : 'cron_job.unskip',
      subjectType: 'scheduled_job',
      subjectId: String(cronJobId),
      after: { time: slotAt.toISOString() },
    });
    return readOneJob(actor, command, cronJobId, tx);
  });
}

/** @returns when the job fires next */
async function callOff(tx: Sql, job: JobRow, slotAt: Date, who: string, now: Date): Promise<Date> {
  const { org_id: orgId, scheduled_job_id: jobId, cron_timezone: zone, next_run_at: next } = job;
  const plan = { cronExpression: job.cron_expression, cronTimezone: zone };
  if (
    next === null ||
    slotAt < next ||
    slotAt.getTime() > now.getTime() + YEAR_MS ||
    nextRunAt(plan, new Date(slotAt.getTime() - 1)).getTime() !== slotAt.getTime()
  ) {
    throw gone();
  }
  await execute(
    statement`insert into scheduled_firing (scheduled_job_id, org_id, slot_at)
      values (${jobId}, ${orgId}, ${slotAt}) on conflict (scheduled_job_id, slot_at) do nothing`,
    tx,
  );
  const why = `${who} skipped the time ${moment(slotAt, zone)}.`;
  if (!(await insertEnded(tx, { ...job, slot_at: slotAt }, 'cron_cancellation', why, {}))) throw gone();
  return slotAt.getTime() === next.getTime() ? nextOpenTime(tx, jobId, plan, slotAt) : next;
}

/** Someone else skipped it, it has just come, or the job has another schedule now. */
const gone = () => new AppError('conflict', 'The job no longer runs at this time. Reload it.');

/**
 * The history keeps the entry of the skipped time, and says who took it back.
 *
 * @returns when the job fires next
 */
async function takeBack(tx: Sql, job: JobRow, slotAt: Date, who: string, now: Date): Promise<Date | null> {
  const { org_id: orgId, scheduled_job_id: jobId, next_run_at: next } = job;
  const words = JSON.stringify([runError(`${who} took this back.`)]);
  const [entry] = await query(
    { run_id: column.int },
    statement`with taken_back as (
        delete from scheduled_firing where scheduled_job_id = ${jobId} and slot_at = ${slotAt} and slot_at > ${now}
          and state = 'called_off' returning run_id
      )
      update run set errors = errors || ${words}::text::jsonb from taken_back
      where run.org_id = ${orgId} and run.run_id = taken_back.run_id returning run.run_id`,
    tx,
  );
  if (entry === undefined) {
    throw new AppError('conflict', 'This time is not skipped, or it has passed. Reload the job.');
  }
  return next !== null && slotAt < next ? slotAt : next;
}
