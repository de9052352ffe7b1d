import statement from 'sql-template-tag';
import { mailKind } from '@/lib/contract/sharing/mail';
import { untilDatabaseAnswers } from '@/server/base/database/database-down';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { enqueueMail } from '@/server/base/events/tasks';
import { isDead, type RollCall } from '@/server/base/events/worker-alive';
import { log } from '@/server/base/log';
import { troubles } from '@/server/base/outside/troubles';
import { type Prepared, withAttachment, withoutFile } from '@/server/delivery/attach-result';
import { noteSent, putOff } from '@/server/delivery/note-mail';
import type { MailContent } from '@/server/messages/content';
import { isAboutMessage, isTooLarge, mailFault } from '@/server/messages/mail-fault';
import { type MailKind, openContent } from '@/server/messages/queue-mail';
import { deliver } from '@/server/messages/transport';

/** Messages that no person sends. */
const AUTOMATIC: MailKind[] = ['schedule', 'error'];

const MAIL = {
  kind: mailKind,
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
       returning kind::text, to_address, to_name, subject, sealed_content, attempts, created_at`,
    ),
  );
  if (mail === undefined) return;
  const sending = { mailId, workerId, attempts: mail.attempts, otherCount: 0 };
  try {
    const content = openContent(mailId, mail.sealed_content);
    sending.otherCount = content.alsoTo?.length ?? 0;
    const sent = await deliverContent(mailId, mail, content);
    await noteSent(sending, sent);
  } catch (thrown) {
    const fault = mailFault(thrown);
    if (!isNotedAlready(thrown)) {
      log().warn({ mail: mailId, attempt: mail.attempts, reason: fault.message }, 'A message was not sent');
    }
    await putOff(sending, fault);
  }
}

/** A server that takes no messages is noted once, with its reason, rather than for each message that waits for it. */
const isNotedAlready = (thrown: unknown): boolean =>
  !(thrown instanceof AppError) &&
  !isAboutMessage(thrown) &&
  troubles().some(({ service }) => service === 'mail');

/** Sends the message with its file, or with the link alone to a server that finds it too large. */
async function deliverContent(mailId: number, mail: RowOf<typeof MAIL>, content: MailContent) {
  const prepared = await withAttachment(content);
  const send = async ({ content: written, attachments, leavesFile }: Prepared) => {
    const refused = await deliver({
      mailId,
      createdAt: mail.created_at,
      to: [{ name: mail.to_name, address: mail.to_address }, ...(content.alsoTo ?? [])],
      subject: mail.subject,
      content: written,
      isAutomatic: AUTOMATIC.includes(mail.kind),
      attachments,
    });
    return { leavesFile, refused };
  };
  return send(prepared).catch((thrown) => {
    if (prepared.attachments.length === 0 || !isTooLarge(thrown)) throw thrown;
    return send(withoutFile(content));
  });
}

/** The mail server was removed from the configuration while the message waited. */
async function leaveInOutbox(mailId: number): Promise<void> {
  await execute(
    statement`update mail_message set state = 'outbox' where mail_id = ${mailId} and state = 'waiting'`,
  );
}

/** Queues messages again whose worker died or whose task was lost. */
export async function recoverMail(call: RollCall): Promise<void> {
  await query(
    { job_id: column.int },
    statement`with again as (
       update mail_message mm set state = 'waiting', due_at = now()
       where mm.state = 'sending' and ${isDead(statement`mm.worker_id`, call)}
       returning mm.mail_id
     ), due as (
       select mail_id from again
       union select mail_id from mail_message where state = 'waiting' and due_at <= now()
     )
     select ${enqueueMail(statement`due.mail_id`, statement`now()`)} as job_id from due
     where not exists (
       select from graphile_worker.jobs j
       where j.key = 'mail:' || due.mail_id
         and (j.attempts < j.max_attempts or j.locked_at > now() - make_interval(secs => ${call.deadAfterSeconds})))`,
  );
}
