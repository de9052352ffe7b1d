import statement, { type Sql as Statement } from 'sql-template-tag';
import { paths } from '@/lib/base/paths';
import type { DIGEST_OF } from '@/lib/contract/schedules/job-digest';
import { commandAccess } from '@/server/access/scope';
import { anyone } from '@/server/access/viewer';
import { dailyAt } from '@/server/automation/schedules/alerts/change-digest';
import { databaseNow } from '@/server/automation/schedules/create-job';
import { nextRunAt } from '@/server/automation/schedules/job-plan';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import type { Mail } from '@/server/messages/content';
import { absolute, loadMailOrg, type MailOrg, onPushboard } from '@/server/messages/links';
import { queueMail } from '@/server/messages/queue-mail';

const DIGESTS_A_BATCH = 20;
/** More jobs than this are counted, and not listed. */
const MOST_JOBS = 50;

const DUE = {
  org_id: column.text,
  user_id: column.text,
  name: column.text,
  email: column.text.nullable(),
  which: column.textAs<(typeof DIGEST_OF)[number]>(),
  hour: column.int,
  timezone: column.text,
  since_at: column.time,
};

/**
 * Sends the daily mails that are due, each once: the message is stored in the transaction that plans the next one. After
 * days without a worker there is one mail about all of them.
 *
 * @param at the moment to send for, in tests; the database's time otherwise
 * @returns how many were due; call it again until it returns 0
 */
export function sendDueDigests(at: Date | null = null): Promise<number> {
  return transaction(async (tx) => {
    const now = at ?? (await databaseNow(tx));
    const due = await query(
      DUE,
      statement`select d.org_id, d.user_id, u.name, u.email, d.which, d.hour, d.timezone, d.since_at
        from job_digest d
        join "user" u on u.user_id = d.user_id
        join membership m on m.org_id = d.org_id and m.user_id = d.user_id and m.state = 'active'
        where d.next_at <= ${now} order by d.next_at limit ${DIGESTS_A_BATCH} for update of d skip locked`,
      tx,
    );
    for (const digest of due) {
      await send(tx, digest, now);
      await execute(
        statement`update job_digest set since_at = ${now},
            next_at = ${nextRunAt(dailyAt(digest.hour, digest.timezone), now)}
          where org_id = ${digest.org_id} and user_id = ${digest.user_id}`,
        tx,
      );
    }
    return due.length;
  });
}

const TOLD = {
  job_name: column.text,
  command_name: column.text,
  failed: column.int,
  called_off: column.int,
  recovered: column.int,
  is_failing: column.boolean.nullable(),
  paused_reason: column.text.nullable(),
  next_run_at: column.time.nullable(),
};

const whichJobs = ({ which, user_id: userId }: RowOf<typeof DUE>): Statement =>
  which === 'owned'
    ? statement`j.owner_user_id = ${userId} and access.role is not null`
    : statement`access.role = 'admin'`;

/** The jobs of which something ended since the last mail that a person wants to know; nothing if the person lost them. */
const toldJobs = (tx: Sql, digest: RowOf<typeof DUE>, now: Date) =>
  query(
    TOLD,
    statement`with ended as (
        select f.scheduled_job_id, f.slot_at, f.succeeded, before.succeeded as before
        from scheduled_firing f
        left join lateral (
          select b.succeeded from scheduled_firing b
          where b.scheduled_job_id = f.scheduled_job_id and b.slot_at < f.slot_at and b.succeeded is not null
          order by b.slot_at desc limit 1) before on true
        where f.org_id = ${digest.org_id} and f.told_at > ${digest.since_at} and f.told_at <= ${now}
      )
      select j.name as job_name, c.name as command_name,
        (count(*) filter (where e.succeeded = false))::int as failed,
        (count(*) filter (where e.succeeded is null))::int as called_off,
        (count(*) filter (where e.succeeded and e.before = false))::int as recovered,
        (array_agg(not e.succeeded order by e.slot_at desc) filter (where e.succeeded is not null))[1] as is_failing,
        j.paused_reason, j.next_run_at
      from ended e
      join scheduled_job j on j.scheduled_job_id = e.scheduled_job_id and j.deleted_at is null
      join command c on c.org_id = j.org_id and c.command_id = j.command_id and c.deleted_at is null
      ${commandAccess(anyone(statement`${digest.user_id}::text`))}
      where ${whichJobs(digest)}
      group by j.scheduled_job_id, j.name, c.name, j.paused_reason, j.next_run_at
      having count(*) filter (where e.succeeded is not true or e.before = false) > 0
      order by is_failing desc nulls last, lower(j.name), j.scheduled_job_id`,
    tx,
  );

async function send(tx: Sql, digest: RowOf<typeof DUE>, now: Date): Promise<void> {
  const { org_id: orgId, user_id: userId, name, email } = digest;
  if (email === null) return;
  const jobs = await toldJobs(tx, digest, now);
  if (jobs.length === 0) return;
  const sender = { kind: 'person' as const, userId, name, email: null, memberships: [] };
  const mail = digestMail(await loadMailOrg(tx, orgId), jobs, digest.timezone);
  await queueMail(tx, orgId, sender, { userId, name, email }, 'schedule', mail);
}

const times = (count: number): string => (count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`);

function lineOf(job: RowOf<typeof TOLD>, zone: string): string {
  const what = [
    job.failed > 0 ? `failed ${times(job.failed)}` : null,
    job.called_off > 0 ? `was skipped ${times(job.called_off)}` : null,
    job.recovered > 0 && job.is_failing === false ? 'works again' : null,
  ].filter((part) => part !== null);
  const next =
    job.next_run_at === null
      ? job.paused_reason === null
        ? 'It is paused.'
        : 'Pushboard paused it: its owner lost the command.'
      : `Next: ${job.next_run_at.toLocaleString('en-US', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' })}.`;
  return `${job.job_name} (${job.command_name}) ${what.join(', ')}. ${next}`;
}

function digestMail(org: MailOrg, jobs: readonly RowOf<typeof TOLD>[], zone: string): Mail {
  const failing = jobs.filter((job) => job.is_failing === true).length;
  const subject =
    failing === 0
      ? `Scheduled jobs in ${onPushboard(org)}: nothing fails now`
      : `Scheduled jobs in ${onPushboard(org)}: ${failing === 1 ? '1 fails' : `${failing} fail`}`;
  const left = jobs.length - MOST_JOBS;
  return {
    subject,
    content: {
      paragraphs: [
        `What happened since the last summary. Times are those of ${zone}.`,
        ...jobs.slice(0, MOST_JOBS).map((job) => lineOf(job, zone)),
        ...(left > 0 ? [`And ${left} more.`] : []),
      ],
      note: null,
      link: { label: 'Open the history', url: absolute(paths.history(org.slug)) },
      closing:
        'You get this once a day because you asked for it. Turn it off on your account page, under Mail.',
      replyTo: null,
      switchOff: absolute(`${paths.account}?tab=mail`),
    },
  };
}
