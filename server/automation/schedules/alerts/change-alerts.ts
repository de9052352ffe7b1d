import { randomBytes } from 'node:crypto';
import statement from 'sql-template-tag';
import * as contract from '@/lib/contract/schedules/job-alerts';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { CommandSubject } from '@/server/access/load/load-command';
import { checkedAddress, sealPart } from '@/server/automation/schedules/alerts/alert-address';
import { IS_REACHED, type JobAlert, readAlerts } from '@/server/automation/schedules/alerts/alert-rows';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
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

const recordAlert = (
  tx: Sql,
  audit: AuditSource,
  orgId: string,
  jobId: number,
  action: 'cron_job.alert' | 'cron_job.alert_change' | 'cron_job.alert_end',
  alert: JobAlert,
): Promise<void> =>
  recordAudit(tx, audit, {
    orgId,
    action,
    subjectType: 'scheduled_job',
    subjectId: String(jobId),
    after: {
      alert_id: alert.alertId,
      channel: alert.channel,
      target: alert.target,
      events: alert.events,
      only_when: alert.onlyWhen,
      attaches_result: alert.attachesResult,
    },
  });

/** Throws 400 for someone who doesn't have the command, or an address that must not be reached. */
export async function createJobAlert({
  actor,
  subject,
  params: { cronJobId },
  body,
  audit,
}: Context<typeof contract.createJobAlert>): Promise<JobAlert & { signingKey: string | null }> {
  const { orgId } = subject;
  const { channel, userId = null } = body;
  const address = body.address?.toLowerCase() ?? null;
  const isMail = channel === 'email';
  const targets = [userId, address].filter((target) => target !== null).length;
  if (targets !== (isMail ? 1 : 0)) {
    const message = isMail ? 'Choose a person or a listed address.' : 'Enter an address instead of a person.';
    throw new AppError('invalid', message, {
      issues: [{ path: 'userId', message: 'Goes with the channel `email`, and only with it' }],
    });
  }
  const url = isMail ? null : await checkedAddress(body.url ?? '');
  const signingKey = channel === 'webhook' ? randomBytes(32).toString('base64url') : null;
  return transaction(async (tx) => {
    await lockJob(tx, subject, cronJobId);
    const before = await readAlerts(orgId, cronJobId, undefined, tx);
    if (before.length >= contract.MOST_ALERTS) {
      throw new AppError('conflict', `A job has at most ${contract.MOST_ALERTS} alerts. Delete one first.`);
    }
    if (userId !== null) await refuseStranger(tx, orgId, cronJobId, userId);
    if (address !== null) await refuseUnlisted(tx, orgId, address);
    const [row] = await query(
      { job_alert_id: column.int },
      statement`insert into job_alert (org_id, scheduled_job_id, channel, user_id, address, host, sealed_url, sealed_secret, events,
          only_when, attaches_result, created_by_user_id)
        values (${orgId}, ${cronJobId}, ${channel}, ${userId}, ${address}, ${url?.host ?? null},
          ${url === null ? null : sealPart(orgId, 'url', url.href)},
          ${signingKey === null ? null : sealPart(orgId, 'secret', signingKey)}, ${body.events}::text[], ${body.onlyWhen},
          ${body.attachesResult && isMail}, ${actor.userId})
        returning job_alert_id`,
      tx,
    );
    const alert = await readAlert(tx, orgId, cronJobId, row?.job_alert_id ?? 0);
    await recordAlert(tx, audit, orgId, cronJobId, 'cron_job.alert', alert);
    return { ...alert, signingKey };
  });
}

async function refuseStranger(tx: Sql, orgId: string, jobId: number, userId: string): Promise<void> {
  const rows = await query(
    {},
    statement`select from scheduled_job j, "user" u
      where j.org_id = ${orgId} and j.scheduled_job_id = ${jobId} and u.user_id = ${userId} and ${IS_REACHED}`,
    tx,
  );
  if (rows.length === 1) return;
  const message =
    'This person does not have the command, or has no address. Share the command with them first.';
  throw new AppError('invalid', message, { issues: [{ path: 'userId', message }] });
}

async function refuseUnlisted(tx: Sql, orgId: string, address: string): Promise<void> {
  const rows = await query(
    {},
    statement`select from alert_address where org_id = ${orgId} and address = ${address}`,
    tx,
  );
  if (rows.length === 1) return;
  const message = 'An org admin has to list this address first, under Alert addresses.';
  throw new AppError('invalid', message, { issues: [{ path: 'address', message }] });
}

async function readAlert(tx: Sql, orgId: string, jobId: number, alertId: number): Promise<JobAlert> {
  const [alert] = await readAlerts(orgId, jobId, statement`and a.job_alert_id = ${alertId}`, tx);
  if (alert === undefined) throw notFound();
  return alert;
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
