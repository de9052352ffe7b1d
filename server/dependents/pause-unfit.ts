import statement from 'sql-template-tag';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { engineerIdsOf } from '@/server/access/engineers';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { type AutomaticRun, automaticRuns } from '@/server/dependents/automatic-runs';
import { type ChangedInputs, canStop, type Stop, stopsOf } from '@/server/dependents/stops';
import { notify } from '@/server/messages/notify';

interface Changed {
  orgId: string;
  templateId: number;
  audit: AuditSource;
}

/** A job or a webhook that must not go on, and why. */
interface Stopped {
  run: AutomaticRun;
  reason: string;
}

/**
 * Pauses the scheduled jobs and webhooks whose values don't fit the inputs that a template is about to have, in the
 * transaction that changes it: without a value, they would run with the source's own default, such as no limit at all.
 * An auto-run pauses its job. Their owners and the command's engineers are told.
 */
export async function pauseUnfit(
  tx: Sql,
  { orgId, templateId, audit }: Changed,
  change: ChangedInputs,
): Promise<void> {
  if (!canStop(change)) return;
  const runs = (await automaticRuns(tx, orgId, [templateId])).get(templateId) ?? [];
  const stopped = new Map<string, Stopped>();
  for (const run of runs) {
    const stops = stopsOf(run, change);
    if (stops.length === 0) continue;
    const what = run.kind === 'webhook' ? 'webhook' : 'job';
    const id = `${what} ${run.id}`;
    if (!stopped.has(id)) stopped.set(id, { run, reason: reasonOf(run, stops) });
  }
  for (const { run, reason } of stopped.values()) await pause(tx, orgId, audit, run, reason);
}

const quoted = (stops: readonly Stop[]): string => stops.map(({ key }) => `“${key}”`).join(', ');

/** Why it was paused, with the names of the inputs. */
function reasonOf({ kind }: AutomaticRun, stops: readonly Stop[]): string {
  const what = kind === 'auto_run' ? 'an auto-run of this job' : `this ${kind}`;
  const of = (need: Stop['need']) => stops.filter((stop) => stop.need === need);
  const [lost, unfit, missing] = [of('value'), of('unfit'), of('missing')];
  const parts = [
    lost.length > 0 && `the command no longer has ${quoted(lost)}, which ${what} has a value for`,
    unfit.length > 0 && `the value of ${what} for ${quoted(unfit)} no longer fits its type`,
    missing.length > 0 && `the command now requires ${quoted(missing)}, which ${what} has no value for`,
  ].filter((part) => part !== false);
  const whole = parts.join('; ');
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}, so it was paused. Check its values, and turn it on again.`;
}

async function pause(
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
