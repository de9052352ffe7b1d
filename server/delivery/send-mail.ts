import statement from 'sql-template-tag';
import { untilDatabaseAnswers, untilRecorded } from '@/server/base/database/database-down';
import { column, execute, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { enqueueMail } from '@/server/base/events/tasks';
import { isDead, type RollCall } from '@/server/base/events/worker-alive';
import { log } from '@/server/base/log';
import { withAttachment } from '@/server/delivery/attach-result';
import { type MailFault, mailFault } from '@/server/messages/mail-fault';
import { type MailKind, openContent } from '@/server/messages/queue-mail';
import { deliver } from '@/server/messages/transport';

/**
 * The delay after the first failure in seconds; it doubles with each failure. Eleven delays add up to about 17 hours.
 */
const FIRST_DELAY_SECONDS = 30;
export const MOST_ATTEMPTS = 12;

/** Messages that a person sends, who learns that one could not be delivered. */
const BY_PEOPLE: MailKind[] = ['invite', 'share', 'link', 'access_request', 'result'];

const MAIL = {
  to_address: column.text,
  to_name: column.text,
  subject: column.text,
  sealed_content: column.bytes,
  attempts: column.int,
  created_at: column.time,
};

/**
 * Sends a waiting message; the worker calls this. If the server is unreachable, the message waits for the next attempt;
 * if the server rejects the message, it fails with the server's words. A message may be sent twice if the worker dies
 * between the server's response and the update: better than not at all.
 */
export async function sendMail(mailId: number, workerId: string): Promise<void> {
  if (env().mail === null) return leaveInOutbox(mailId);
  const [mail] = await untilDatabaseAnswers(() =>
    query(
      MAIL,
      statement`update mail_message set state = 'sending', worker_id = ${workerId}, attempts = attempts + 1
       where mail_id = ${mailId} and (state = 'waiting' or (state = 'sending' and worker_id = ${workerId}))
       returning to_address, to_name, subject, sealed_content, attempts, created_at`,
    ),
  );
  if (mail === undefined) return;
  try {
    const { content, attachments } = await withAttachment(openContent(mailId, mail.sealed_content));
    await deliver({
      mailId,
      createdAt: mail.created_at,
      to: [{ name: mail.to_name, address: mail.to_address }, ...(content.alsoTo ?? [])],
      subject: mail.subject,
      content,
      attachments,
    });
  } catch (thrown) {
    const fault = mailFault(thrown);
    log().warn({ mail: mailId, attempt: mail.attempts, reason: fault.message }, 'A message was not sent');
    return putOff(mailId, workerId, mail.attempts, fault);
  }
  await untilRecorded(() =>
    execute(statement`update mail_message
      set state = 'sent', sent_at = now(), sealed_content = null, last_error = null
       where mail_id = ${mailId} and state = 'sending' and worker_id = ${workerId}`),
  );
}

async function putOff(mailId: number, workerId: string, attempts: number, fault: MailFault): Promise<void> {
  const isOver = fault.isPermanent || attempts >= MOST_ATTEMPTS;
  await untilRecorded(() =>
    query(
      { job_id: column.bigint },
      statement`with settled as (
         update mail_message
           set state = ${isOver ? 'failed' : 'waiting'}::mail_state, last_error = ${fault.message},
             due_at = now() + make_interval(secs => ${isOver ? 0 : FIRST_DELAY_SECONDS * 2 ** (attempts - 1)})
         where mail_id = ${mailId} and state = 'sending' and worker_id = ${workerId}
         returning mail_id, org_id, kind, sent_by_user_id, to_user_id, to_address, state, due_at
       ), told as (
         insert into notification (org_id, user_id, kind, person_name)
         select s.org_id, s.sent_by_user_id, 'mail_refused'::notification_kind, s.to_address from settled s
         join "user" u on u.user_id = s.sent_by_user_id and u.service_org_id is null
         where s.state = 'failed' and s.kind::text = any(${BY_PEOPLE}) and s.to_user_id is distinct from s.sent_by_user_id
       )
       select ${enqueueMail(statement`mail_id`, statement`due_at`)} as job_id from settled where state = 'waiting'`,
    ),
  );
}

/** The mail server was removed from the configuration while the message waited. */
async function leaveInOutbox(mailId: number): Promise<void> {
  await execute(
    statement`update mail_message set state = 'outbox' where mail_id = ${mailId} and state = 'waiting'`,
  );
}

/** Queues messages again whose worker died or whose task was lost. */
export async function recoverMail(call: RollCall): Promise<void> {
  await execute(statement`update mail_message mm set state = 'waiting', due_at = now()
     where mm.state = 'sending' and ${isDead(statement`mm.worker_id`, call)}`);
  await query(
    { job_id: column.bigint },
    statement`select ${enqueueMail(statement`mm.mail_id`, statement`now()`)} as job_id from mail_message mm
     where mm.state = 'waiting' and mm.due_at <= now() and not exists (
       select from graphile_worker.jobs j
       where j.key = 'mail:' || mm.mail_id
         and (j.attempts < j.max_attempts or j.locked_at > now() - make_interval(secs => ${call.deadAfterSeconds})))`,
  );
}
