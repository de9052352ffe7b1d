import statement from 'sql-template-tag';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import type { AutomaticRun } from '@/server/dependents/automatic-runs';
import { tellKeepers } from '@/server/dependents/tell-keepers';
import type { Mail } from '@/server/messages/content';
import { absolute, commandPath, type MailOrg, subjectIn } from '@/server/messages/links';

export const quoted = (stops: readonly { key: string }[]): string =>
  stops.map(({ key }) => `“${key}”`).join(', ');

/** Why a job or a webhook is paused whose owner lost the command. An engineer who takes it over fixes that. */
export const OWNER_LOST = {
  job: 'The owner of the job can no longer run this command, or the command was deleted, so the job was paused. An engineer of the command can take the job over.',
  webhook:
    'The owner of the webhook can no longer run this command, or the command was deleted, so the webhook was paused. An engineer of the command can take it over.',
};

/** Pauses a webhook, or the job of a scheduled run or an auto-run, and tells its owner and the command's engineers why. */
export async function pauseRun(
  tx: Sql,
  orgId: string,
  audit: AuditSource,
  {
    kind,
    id,
    commandId,
    name,
    ownerUserId,
  }: Pick<AutomaticRun, 'kind' | 'id' | 'commandId' | 'name' | 'ownerUserId'>,
  reason: string,
): Promise<void> {
  const isWebhook = kind === 'webhook';
  const paused = await query(
    { id: column.int },
    isWebhook
      ? statement`update webhook set is_enabled = false, paused_reason = ${reason}
          where org_id = ${orgId} and webhook_id = ${id} and is_enabled and deleted_at is null returning webhook_id as id`
      : statement`update scheduled_job set is_enabled = false, next_run_at = null, paused_reason = ${reason}
          where org_id = ${orgId} and scheduled_job_id = ${id} and is_enabled and deleted_at is null
          returning scheduled_job_id as id`,
    tx,
  );
  if (paused.length === 0) return;
  await recordAudit(tx, audit, {
    orgId,
    action: isWebhook ? 'webhook.pause' : 'cron_job.pause',
    subjectType: isWebhook ? 'webhook' : 'scheduled_job',
    subjectId: String(id),
    after: { is_enabled: false, paused_reason: reason },
  });
  await tellKeepers(tx, {
    orgId,
    commandId,
    kind: isWebhook ? 'webhook_paused' : 'job_paused',
    ownerUserId,
    actorUserId: audit.actorUserId,
    mail: (org) => pausedMail(org, { kind, name, commandId }, reason),
  });
}

function pausedMail(
  org: MailOrg,
  { kind, name, commandId }: Pick<AutomaticRun, 'kind' | 'name' | 'commandId'>,
  reason: string,
): Mail {
  const [what, tab] = kind === 'webhook' ? ['webhook', 'webhooks'] : ['scheduled job', 'jobs'];
  return {
    subject: subjectIn(org, name, 'was paused'),
    content: {
      paragraphs: [`The ${what} “${name}” in ${org.name} was paused. ${reason}`],
      note: null,
      link: {
        label: `Look at the ${what}`,
        url: absolute(`${commandPath(org, commandId)}&panel=configure:${commandId}&configure-tab=${tab}`),
      },
      closing: `You get this because it is yours, or because you configure its command.`,
      replyTo: null,
    },
  };
}
