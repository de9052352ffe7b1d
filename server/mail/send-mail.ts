import { untilDatabaseAnswers } from '@/server/database-down';
import { sql } from '@/server/db';
import { env } from '@/server/env';
import { log } from '@/server/log';
import { type MailFault, mailFault } from '@/server/mail/mail-fault';
import { openContent } from '@/server/mail/queue-mail';
import { deliver } from '@/server/mail/transport';
import { enqueueMailSql } from '@/server/queue/tasks';

/** Half a minute after the first failure, twice as long after each: with eleven of them, about 17 hours. */
const FIRST_DELAY_SECONDS = 30;
export const MOST_ATTEMPTS = 12;

interface MailRow {
  to_address: string;
  to_name: string;
  subject: string;
  sealed_content: Buffer;
  attempts: number;
  created_at: Date;
}

/**
 * What the worker does: sends a message that waits. A server that is away is tried again later, one that refuses the
 * message ends it as failed with what it said. It may be sent twice when the worker dies between the server's answer
 * and the row: better than not at all.
 */
export async function sendMail(mailId: number, workerId: string): Promise<void> {
  if (env().mail === null) return leaveInOutbox(mailId);
  const [mail] = await untilDatabaseAnswers(() =>
    sql.query<MailRow>(
      `update mail_message set state = 'sending', worker_id = $2, attempts = attempts + 1
       where mail_id = $1 and state = 'waiting'
       returning to_address, to_name, subject, sealed_content, attempts, created_at`,
      [mailId, workerId],
    ),
  );
  if (mail === undefined) return;
  try {
    await deliver({
      mailId,
      createdAt: mail.created_at,
      to: { name: mail.to_name, address: mail.to_address },
      subject: mail.subject,
      content: openContent(mailId, mail.sealed_content),
    });
  } catch (thrown) {
    const fault = mailFault(thrown);
    log().warn({ mail: mailId, attempt: mail.attempts, reason: fault.message }, 'A message was not sent');
    return putOff(mailId, workerId, mail.attempts, fault);
  }
  await untilDatabaseAnswers(() =>
    sql.query(
      `update mail_message set state = 'sent', sent_at = now(), sealed_content = null, last_error = null
       where mail_id = $1 and state = 'sending' and worker_id = $2`,
      [mailId, workerId],
    ),
  );
}

async function putOff(mailId: number, workerId: string, attempts: number, fault: MailFault): Promise<void> {
  const isOver = fault.isPermanent || attempts >= MOST_ATTEMPTS;
  await untilDatabaseAnswers(() =>
    sql.query(
      `with settled as (
         update mail_message set state = $3::mail_state, last_error = $4,
           due_at = now() + make_interval(secs => $5)
         where mail_id = $1 and state = 'sending' and worker_id = $2
         returning mail_id, state, due_at
       )
       select ${enqueueMailSql('mail_id', 'due_at')} from settled where state = 'waiting'`,
      [
        mailId,
        workerId,
        isOver ? 'failed' : 'waiting',
        fault.message,
        isOver ? 0 : FIRST_DELAY_SECONDS * 2 ** (attempts - 1),
      ],
    ),
  );
}

/** The mail server was taken away while the message waited. */
async function leaveInOutbox(mailId: number): Promise<void> {
  await sql.query(`update mail_message set state = 'outbox' where mail_id = $1 and state = 'waiting'`, [
    mailId,
  ]);
}

/** Messages of workers that died, and those whose task was lost: both are tried again. */
export async function recoverMail(deadAfterSeconds = env().workerDeadAfterSeconds): Promise<void> {
  await sql.query(
    `update mail_message mm set state = 'waiting', due_at = now()
     where mm.state = 'sending'
       and pg_postmaster_start_time() < now() - make_interval(secs => $1)
       and not exists (
         select 1 from worker w where w.worker_id = mm.worker_id
           and w.heartbeat_at > now() - make_interval(secs => $1))`,
    [deadAfterSeconds],
  );
  await sql.query(
    `select ${enqueueMailSql('mm.mail_id', 'now()')} from mail_message mm
     where mm.state = 'waiting' and mm.due_at <= now() and not exists (
       select 1 from graphile_worker.jobs j
       where j.key = 'mail:' || mm.mail_id
         and (j.attempts < j.max_attempts or j.locked_at > now() - make_interval(secs => $1)))`,
    [deadAfterSeconds],
  );
}
