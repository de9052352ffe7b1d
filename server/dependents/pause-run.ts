import statement from 'sql-template-tag';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { engineerIdsOf } from '@/server/access/engineers';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import type { AutomaticRun } from '@/server/dependents/automatic-runs';
import { notify } from '@/server/messages/notify';

export const quoted = (stops: readonly { key: string }[]): string =>
  stops.map(({ key }) => `“${key}”`).join(', ');

/** Pauses a webhook, or the job of a scheduled run or an auto-run, and tells its owner and the command's engineers why. */
export async function pauseRun(
  tx: Sql,
  orgId: string,
  audit: AuditSource,
  { kind, id, commandId, ownerUserId }: AutomaticRun,
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
  await notify(tx, {
    orgId,
    userIds: [...new Set([ownerUserId, ...(await engineerIdsOf(orgId, commandId))])],
    kind: isWebhook ? 'webhook_paused' : 'job_paused',
    actorUserId: audit.actorUserId,
    commandId,
  });
}
