import statement from 'sql-template-tag';
import * as contract from '@/lib/contract/schedules/job-alerts';
import type { CommandSubject } from '@/server/access/load/load-command';
import { type JobAlert, readAlert, readAlerts } from '@/server/automation/schedules/alerts/alert-rows';
import {
  type CreatedAlert,
  checkedAlert,
  insertAlert,
  recordAlert,
} from '@/server/automation/schedules/alerts/new-alert';
import { type Sql, transaction } from '@/server/base/database/db';
import { execute, query } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';

/** Locks the job, so that its alerts are counted one after the other. Throws 404 for a job of another command. */
async function lockJob(tx: Sql, { orgId, commandId }: CommandSubject, jobId: number): Promise<void> {
  const rows = await query(
    {},
    statement`select from scheduled_job
      where org_id = ${orgId} and command_id = ${commandId} and scheduled_job_id = ${jobId} for no key update`,
    tx,
  );
  if (rows.length === 0) throw notFound();
}

export async function listJobAlerts({
  subject,
  params: { cronJobId },
}: Context<typeof contract.listJobAlerts>): Promise<JobAlert[]> {
  return transaction(async (tx) => {
    await lockJob(tx, subject, cronJobId);
    return readAlerts(subject.orgId, cronJobId, undefined, tx);
  });
}

/** Throws as `checkedAlert` and `insertAlert` do, and 409 for one alert too many. */
export async function createJobAlert({
  actor,
  subject,
  params: { cronJobId },
  body,
  audit,
}: Context<typeof contract.createJobAlert>): Promise<CreatedAlert> {
  const alert = await checkedAlert(body);
  return transaction(async (tx) => {
    await lockJob(tx, subject, cronJobId);
    const before = await readAlerts(subject.orgId, cronJobId, undefined, tx);
    if (before.length >= contract.MOST_ALERTS) {
      throw new AppError('conflict', `A job has at most ${contract.MOST_ALERTS} alerts. Delete one first.`);
    }
    return insertAlert(tx, { orgId: subject.orgId, jobId: cronJobId, actor, audit }, alert);
  });
}

export async function updateJobAlert({
  subject,
  params: { cronJobId, alertId },
  body,
  audit,
}: Context<typeof contract.updateJobAlert>): Promise<JobAlert> {
  const { orgId } = subject;
  return transaction(async (tx) => {
    await lockJob(tx, subject, cronJobId);
    const before = await readAlert(tx, orgId, cronJobId, alertId);
    const { events = before.events, onlyWhen = before.onlyWhen } = body;
    const attaches = (body.attachesResult ?? before.attachesResult) && before.channel === 'email';
    await execute(
      statement`update job_alert set events = ${events}::text[], only_when = ${onlyWhen}, attaches_result = ${attaches}
        where org_id = ${orgId} and job_alert_id = ${alertId}`,
      tx,
    );
    const after = await readAlert(tx, orgId, cronJobId, alertId);
    await recordAlert(tx, audit, orgId, cronJobId, 'cron_job.alert_change', after);
    return after;
  });
}

export async function deleteJobAlert({
  subject,
  params: { cronJobId, alertId },
  audit,
}: Context<typeof contract.deleteJobAlert>): Promise<undefined> {
  const { orgId } = subject;
  await transaction(async (tx) => {
    await lockJob(tx, subject, cronJobId);
    const before = await readAlert(tx, orgId, cronJobId, alertId);
    await execute(statement`delete from job_alert where org_id = ${orgId} and job_alert_id = ${alertId}`, tx);
    await recordAlert(tx, audit, orgId, cronJobId, 'cron_job.alert_end', before);
  });
  return undefined;
}
