import { randomBytes } from 'node:crypto';
import statement from 'sql-template-tag';
import type { z } from 'zod';
import type { createdAlert, newAlert } from '@/lib/contract/schedules/job-alerts';
import type { Decoded } from '@/lib/wire/wire';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { checkedAddress, sealPart } from '@/server/automation/schedules/alerts/alert-address';
import { IS_REACHED, type JobAlert, readAlert } from '@/server/automation/schedules/alerts/alert-rows';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';

export type CreatedAlert = Decoded<typeof createdAlert>;
type NewAlert = z.output<typeof newAlert>;

/** An alert that may be inserted, as far as that can be said without its job. */
export interface CheckedAlert extends Pick<NewAlert, 'channel' | 'events' | 'onlyWhen' | 'attachesResult'> {
  userId: string | null;
  address: string | null;
  url: URL | null;
  signingKey: string | null;
  /** Where it is in the request, with a dot at its end: `alerts.0.`, or nothing for the request itself. */
  path: string;
}

/** Which job an alert is of, and who creates it. */
export interface OfJob {
  orgId: string;
  jobId: number;
  actor: { userId: string };
  audit: AuditSource;
}

/** Throws 400 for a target that doesn't go with the channel, or an address that must not be reached. */
export async function checkedAlert(body: NewAlert, path = ''): Promise<CheckedAlert> {
  const { channel, events, onlyWhen, userId = null } = body;
  const address = body.address?.toLowerCase() ?? null;
  const isMail = channel === 'email';
  const targets = [userId, address].filter((target) => target !== null).length;
  if (targets !== (isMail ? 1 : 0)) {
    const message = isMail ? 'Choose a person or a listed address.' : 'Enter an address instead of a person.';
    throw new AppError('invalid', message, {
      issues: [{ path: `${path}userId`, message: 'Goes with the channel `email`, and only with it' }],
    });
  }
  const url = isMail ? null : await checkedAddress(body.url ?? '', `${path}url`);
  const signingKey = channel === 'webhook' ? randomBytes(32).toString('base64url') : null;
  const attachesResult = body.attachesResult && isMail;
  return { channel, events, onlyWhen, attachesResult, userId, address, url, signingKey, path };
}

/** Throws 400 for a person who doesn't have the command, or an address that isn't listed. */
export async function insertAlert(tx: Sql, job: OfJob, alert: CheckedAlert): Promise<CreatedAlert> {
  const { orgId, jobId, actor, audit } = job;
  const { channel, userId, address, url, signingKey, events, onlyWhen, attachesResult } = alert;
  await refuseStranger(tx, job, alert);
  await refuseUnlisted(tx, orgId, alert);
  const [row] = await query(
    { job_alert_id: column.int },
    statement`insert into job_alert (org_id, scheduled_job_id, channel, user_id, address, host, sealed_url, sealed_secret, events,
        only_when, attaches_result, created_by_user_id)
      values (${orgId}, ${jobId}, ${channel}, ${userId}, ${address}, ${url?.host ?? null},
        ${url === null ? null : sealPart(orgId, 'url', url.href)},
        ${signingKey === null ? null : sealPart(orgId, 'secret', signingKey)}, ${events}::text[], ${onlyWhen},
        ${attachesResult}, ${actor.userId})
      returning job_alert_id`,
    tx,
  );
  const inserted = await readAlert(tx, orgId, jobId, row?.job_alert_id ?? 0);
  await recordAlert(tx, audit, orgId, jobId, 'cron_job.alert', inserted);
  return { ...inserted, signingKey };
}

async function refuseStranger(
  tx: Sql,
  { orgId, jobId }: OfJob,
  { userId, path }: CheckedAlert,
): Promise<void> {
  if (userId === null) return;
  const rows = await query(
    {},
    statement`select from scheduled_job j, "user" u
      where j.org_id = ${orgId} and j.scheduled_job_id = ${jobId} and u.user_id = ${userId} and ${IS_REACHED}`,
    tx,
  );
  if (rows.length === 1) return;
  const message =
    'This person does not have the command, or has no address. Share the command with them first.';
  throw new AppError('invalid', message, { issues: [{ path: `${path}userId`, message }] });
}

async function refuseUnlisted(tx: Sql, orgId: string, { address, path }: CheckedAlert): Promise<void> {
  if (address === null) return;
  const rows = await query(
    {},
    statement`select from alert_address where org_id = ${orgId} and address = ${address}`,
    tx,
  );
  if (rows.length === 1) return;
  const message = 'An org admin has to list this address first, under Outside addresses.';
  throw new AppError('invalid', message, { issues: [{ path: `${path}address`, message }] });
}

export const recordAlert = (
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
