import statement from 'sql-template-tag';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { engineerIdsOf } from '@/server/access/engineers';
import type { Sql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { notify } from '@/server/messages/notify';

const PAUSED = {
  kind: column.oneOf(['job', 'webhook']),
  id: column.int,
  command_id: column.int,
  owner_user_id: column.text,
  reason: column.text,
};

interface Kept {
  orgId: string;
  templateId: number;
  /** The keys of the inputs that stay. */
  keys: readonly string[];
  audit: AuditSource;
}

/**
 * Pauses the scheduled jobs and webhooks that have a value for an input which a template is about to lose, in the
 * transaction that takes it away: without the value they would run with the source's own default, such as no limit at
 * all. An auto-run with such a value pauses its job. Their owners and the command's engineers are told.
 */
export async function pauseForLostInputs(tx: Sql, { orgId, templateId, keys, audit }: Kept): Promise<void> {
  const paused = await query(
    PAUSED,
    statement`with lost as materialized (
       select i.input_id, t.key from template_input t
       join command_input i on i.org_id = t.org_id and i.template_input_id = t.template_input_id
       where t.template_id = ${templateId} and t.key <> all(${[...keys]}::text[])
     ), of_jobs as (
       select v.scheduled_job_id, lost.key from lost
       join scheduled_job_input v on v.org_id = ${orgId} and v.input_id = lost.input_id
       union
       select a.scheduled_job_id, lost.key from lost
       join scheduled_auto_run_input v on v.org_id = ${orgId} and v.input_id = lost.input_id
       join scheduled_auto_run a on a.org_id = v.org_id and a.scheduled_auto_run_id = v.scheduled_auto_run_id
     ), jobs as (
       update scheduled_job j set is_enabled = false, next_run_at = null, paused_reason = named.reason
       from (select scheduled_job_id, ${reasonOf('job')} as reason from of_jobs group by 1) named
       where j.org_id = ${orgId} and j.scheduled_job_id = named.scheduled_job_id and j.is_enabled and j.deleted_at is null
       returning 'job' as kind, j.scheduled_job_id as id, j.command_id, j.owner_user_id, named.reason
     ), webhooks as (
       update webhook w set is_enabled = false, paused_reason = named.reason
       from (
         select v.webhook_id, ${reasonOf('webhook')} as reason from lost
         join webhook_input v on v.org_id = ${orgId} and v.input_id = lost.input_id group by 1
       ) named
       where w.org_id = ${orgId} and w.webhook_id = named.webhook_id and w.is_enabled and w.deleted_at is null
       returning 'webhook' as kind, w.webhook_id as id, w.command_id, w.owner_user_id, named.reason
     )
     select * from jobs union all select * from webhooks order by kind, id`,
    tx,
  );
  for (const each of paused) await record(tx, orgId, audit, each);
}

/** Why it was paused, with the names of the inputs. */
const reasonOf = (what: 'job' | 'webhook') => statement`
  'The command no longer has ' || string_agg(distinct '“' || key || '”', ', ') || ', which this ' || ${what}::text
  || ' has a value for, so it was paused. Check its values, and turn it on again.'`;

async function record(
  tx: Sql,
  orgId: string,
  audit: AuditSource,
  { kind, id, command_id: commandId, owner_user_id: owner, reason }: RowOf<typeof PAUSED>,
): Promise<void> {
  await recordAudit(tx, audit, {
    orgId,
    action: kind === 'job' ? 'cron_job.pause' : 'webhook.pause',
    subjectType: kind === 'job' ? 'scheduled_job' : 'webhook',
    subjectId: String(id),
    after: { is_enabled: false, paused_reason: reason },
  });
  const userIds = [...new Set([owner, ...(await engineerIdsOf(orgId, commandId))])];
  await notify(tx, {
    orgId,
    userIds,
    kind: kind === 'job' ? 'job_paused' : 'webhook_paused',
    actorUserId: audit.actorUserId,
    commandId,
  });
}
