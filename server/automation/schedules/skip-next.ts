import statement from 'sql-template-tag';
import type * as contract from '@/lib/contract/schedules/jobs';
import { recordAudit } from '@/server/access/audit';
import { databaseNow } from '@/server/automation/schedules/create-job';
import { insertEnded, moment } from '@/server/automation/schedules/end-firing';
import { lockJob } from '@/server/automation/schedules/job-rows';
import { readOneJob, type ScheduledJob } from '@/server/automation/schedules/list-jobs';
import { nextOpenTime } from '@/server/automation/schedules/open-times';
import { transaction } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';

/**
 * Calls off the next time of a job. It is claimed like any other and ends at once, so it never fires by itself; a person
 * can still run it as a missed time.
 */
export async function skipNextTime({
  actor,
  subject: command,
  params: { cronJobId },
  body,
  audit,
}: Context<typeof contract.skipNextTime>): Promise<ScheduledJob> {
  const { orgId } = command;
  return transaction(async (tx) => {
    const job = await lockJob(tx, command, cronJobId);
    const { next_run_at: slotAt, cron_timezone: zone } = job;
    // A second click, or a time that has just come: the next one is another.
    if (slotAt === null || slotAt.getTime() !== Date.parse(body.time)) {
      throw new AppError('conflict', 'This is no longer the next time of the job. Reload it.');
    }
    await execute(
      statement`insert into scheduled_firing (scheduled_job_id, org_id, slot_at)
        values (${cronJobId}, ${orgId}, ${slotAt}) on conflict (scheduled_job_id, slot_at) do nothing`,
      tx,
    );
    const why = `${actor.name} skipped the time ${moment(slotAt, zone)}.`;
    await insertEnded(tx, { ...job, slot_at: slotAt }, 'cron_cancellation', why, {});
    const plan = { cronExpression: job.cron_expression, cronTimezone: zone };
    const next = await nextOpenTime(tx, cronJobId, plan, slotAt);
    await execute(
      statement`update scheduled_job set next_run_at = ${next}, planned_at = ${await databaseNow(tx)}
        where org_id = ${orgId} and scheduled_job_id = ${cronJobId}`,
      tx,
    );
    await recordAudit(tx, audit, {
      orgId,
      action: 'cron_job.skip',
      subjectType: 'scheduled_job',
      subjectId: String(cronJobId),
      after: { time: slotAt.toISOString() },
    });
    return readOneJob(actor, command, cronJobId, tx);
  });
}
