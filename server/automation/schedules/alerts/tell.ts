import statement from 'sql-template-tag';
import { payloadFormat, runEndReason, runStatus } from '@/lib/contract/runs/run';
import { downloadFormats } from '@/lib/runs/download-formats';
import type { RunError } from '@/lib/runs/run-error';
import { ALERT_CHANNELS, type AlertEvent, eventsOf, isWorthTelling, ONLY_WHEN } from '@/lib/schedules/alerts';
import { IS_ENGINEER, REACHES } from '@/server/automation/schedules/alerts/alert-rows';
import { alertMail, outsideBody, type Told } from '@/server/automation/schedules/alerts/messages';
import { HAS_LEFT_LINE } from '@/server/automation/schedules/due-work';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { log } from '@/server/base/log';
import type { MailContent } from '@/server/messages/content';
import { loadMailOrg } from '@/server/messages/links';
import { queueMail } from '@/server/messages/queue-mail';

/** How many are told of at once, at most. */
export const MOST_TOLD = 100;

const ENDED = {
  scheduled_job_id: column.int,
  slot_at: column.time,
  org_id: column.text,
  job_name: column.text,
  cron_timezone: column.text,
  command_id: column.int,
  command_name: column.text,
  owner_user_id: column.text,
  owner_name: column.text,
  run_id: column.int,
  status: runStatus,
  end_reason: runEndReason.nullable(),
  total_rows: column.int.nullable(),
  payload_format: payloadFormat.nullable(),
  has_result: column.boolean,
  errors: column.json<RunError[] | null>(),
  succeeded_before: column.boolean.nullable(),
  has_changed: column.boolean,
};
type Ended = RowOf<typeof ENDED>;

const ALERT = {
  job_alert_id: column.int,
  scheduled_job_id: column.int,
  channel: column.oneOf(ALERT_CHANNELS),
  events: column.texts,
  only_when: column.oneOf(ONLY_WHEN),
  attaches_result: column.boolean,
  user_id: column.text.nullable(),
  name: column.text.nullable(),
  email: column.text.nullable(),
  is_reached: column.boolean,
  is_engineer: column.boolean,
};

/**
 * Tells of scheduled runs that have ended, each once: the messages are stored in the transaction that notes that it was
 * told. A run that is tried again is told when its last attempt has ended.
 *
 * @returns how many had ended; call it again until there are none
 */
export function tellOfEnded(): Promise<number> {
  return transaction(async (tx) => {
    const ended = await query(
      ENDED,
      statement`select f.scheduled_job_id, f.slot_at, f.org_id, j.name as job_name, j.cron_timezone, j.command_id,
          c.name as command_name, j.owner_user_id, o.name as owner_name, r.run_id, r.status, r.end_reason, r.total_rows,
          r.payload_format, r.has_result, r.errors, before.succeeded as succeeded_before,
          r.result_hash is null or r.result_hash is distinct from last.result_hash as has_changed
        from scheduled_firing f
        join scheduled_job j on j.scheduled_job_id = f.scheduled_job_id
        join command c on c.org_id = j.org_id and c.command_id = j.command_id
        join "user" o on o.user_id = j.owner_user_id
        cross join lateral (
          select * from run r where r.scheduled_job_id = f.scheduled_job_id
            and (r.run_id = f.run_id or r.parent_run_id = f.run_id and r.trigger = 'retry')
          order by r.run_id desc limit 1) r
        left join lateral (
          select b.succeeded from scheduled_firing b
          where b.scheduled_job_id = f.scheduled_job_id and b.slot_at < f.slot_at and b.succeeded is not null
          order by b.slot_at desc limit 1) before on true
        left join lateral (
          select p.result_hash from run p
          where p.scheduled_job_id = f.scheduled_job_id and p.run_id < f.run_id and p.status = 'success'
          order by p.run_id desc limit 1) last on true
        where f.told_at is null and f.state <> 'due' and ${HAS_LEFT_LINE} and r.status not in ('starting', 'running')
        order by f.slot_at limit ${MOST_TOLD} for update of f skip locked`,
      tx,
    );
    if (ended.length === 0) return 0;
    const alerts = await alertsOf(tx, ended);
    const succeeded = new Map<number, boolean>();
    for (const each of ended) {
      const outcome = outcomeOf(each);
      const succeededBefore = succeeded.get(each.scheduled_job_id) ?? each.succeeded_before;
      if (outcome !== 'called_off') succeeded.set(each.scheduled_job_id, outcome === 'success');
      const own = alerts.filter((alert) => alert.scheduled_job_id === each.scheduled_job_id);
      if (own.length > 0) await tell(tx, each, eventsOf({ outcome, succeededBefore }), own);
    }
    await execute(
      statement`update scheduled_firing f set told_at = now(), succeeded = told.succeeded
        from unnest(${ended.map((each) => each.scheduled_job_id)}::int[], ${ended.map((each) => each.slot_at)}::timestamptz[],
          ${ended.map(succeededOf)}::boolean[]) told (job_id, slot_at, succeeded)
        where f.scheduled_job_id = told.job_id and f.slot_at = told.slot_at`,
      tx,
    );
    return ended.length;
  });
}

const outcomeOf = ({ status }: Ended) => {
  if (status === 'cron_cancellation') return 'called_off';
  return status === 'success' ? 'success' : 'failure';
};

const succeededOf = (each: Ended): boolean | null => {
  const outcome = outcomeOf(each);
  return outcome === 'called_off' ? null : outcome === 'success';
};

const alertsOf = (tx: Sql, ended: readonly Ended[]) =>
  query(
    ALERT,
    statement`select a.job_alert_id, a.scheduled_job_id, a.channel, a.events, a.only_when, a.attaches_result, a.user_id,
        coalesce(u.name, a.address) as name, coalesce(u.email, a.address) as email, ${REACHES} as is_reached, ${IS_ENGINEER} as is_engineer
      from job_alert a
      join scheduled_job j on j.org_id = a.org_id and j.scheduled_job_id = a.scheduled_job_id
      left join "user" u on u.user_id = a.user_id
      where a.scheduled_job_id = any(${[...new Set(ended.map((each) => each.scheduled_job_id))]}::int[])
      order by a.job_alert_id`,
    tx,
  );

async function tell(
  tx: Sql,
  ended: Ended,
  events: AlertEvent[],
  alerts: readonly RowOf<typeof ALERT>[],
): Promise<void> {
  const told: Told = {
    org: await loadMailOrg(tx, ended.org_id),
    jobId: ended.scheduled_job_id,
    jobName: ended.job_name,
    commandId: ended.command_id,
    commandName: ended.command_name,
    zone: ended.cron_timezone,
    slotAt: ended.slot_at,
    runId: ended.run_id,
    status: ended.status,
    endReason: ended.end_reason,
    totalRows: ended.total_rows,
    error: ended.errors?.[0]?.message ?? null,
    events,
  };
  for (const alert of alerts) {
    const isWanted = events.some((event) => alert.events.includes(event));
    const { total_rows: totalRows, has_changed: hasChanged } = ended;
    const isWorth = ended.status !== 'success' || isWorthTelling(alert.only_when, { totalRows, hasChanged });
    // Who lost the command since is told nothing of it.
    if (!isWanted || !isWorth || !alert.is_reached) continue;
    if (alert.channel === 'email') await mail(tx, ended, told, alert);
    else {
      const body = JSON.stringify(outsideBody(alert.channel, told));
      await execute(
        statement`insert into job_delivery (org_id, job_alert_id, body)
          values (${ended.org_id}, ${alert.job_alert_id}, ${body})`,
        tx,
      );
    }
  }
}

async function mail(tx: Sql, ended: Ended, told: Told, alert: RowOf<typeof ALERT>): Promise<void> {
  const { user_id: userId, name, email } = alert;
  if (name === null || email === null) return;
  if (await hasSentTooMuch(tx, ended.owner_user_id)) {
    log().warn(
      { job: ended.scheduled_job_id },
      'A message about a scheduled run was left out: there are too many',
    );
    return;
  }
  const sender = {
    kind: 'person' as const,
    userId: ended.owner_user_id,
    name: ended.owner_name,
    email: null,
    memberships: [],
  };
  const attachment = alert.attaches_result ? attachmentOf(ended) : undefined;
  const to = userId === null ? { userId, name, email } : { userId, name, email };
  await queueMail(
    tx,
    ended.org_id,
    sender,
    to,
    'schedule',
    alertMail(told, {
      attachment,
      isEngineer: alert.is_engineer,
      isOfResults: alert.events.includes('success'),
    }),
  );
}

/** As for what people send themselves: so many messages an hour, for all of an owner's jobs. */
async function hasSentTooMuch(tx: Sql, ownerUserId: string): Promise<boolean> {
  const [row] = await query(
    { count: column.int },
    statement`select count(*)::int from mail_message
      where sent_by_user_id = ${ownerUserId} and created_at > now() - interval '1 hour'`,
    tx,
  );
  return (row?.count ?? 0) >= env().mailsPerHour;
}

function attachmentOf({
  org_id,
  run_id,
  status,
  has_result,
  payload_format,
}: Ended): MailContent['attachment'] {
  if (status !== 'success' || !has_result || payload_format === null) return undefined;
  const formats = downloadFormats[payload_format];
  const format = formats.includes('csv') ? 'csv' : formats[0];
  return format === undefined ? undefined : { orgId: org_id, runId: run_id, format };
}
