import statement from 'sql-template-tag';
import type {
  readOutboxMessage as readOutboxMessageOperation,
  sendAgain as sendAgainOperation,
} from '@/lib/contract/sharing/mail';
import { recordAudit } from '@/server/access/audit';
import { sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { enqueueMail } from '@/server/base/events/tasks';
import { log } from '@/server/base/log';
import { saying, withAttachment } from '@/server/delivery/attach-result';
import type { MailContent } from '@/server/messages/content';
import { type Message, type OpenedMessage, readMessage } from '@/server/messages/outbox';
import type { Context } from '@/server/operations/context';

const LATER = 'The result is attached when this message is sent.';

export async function readOutboxMessage({
  subject,
  params,
}: Context<typeof readOutboxMessageOperation>): Promise<Message> {
  return withFileWords(await readMessage(sql, subject.orgId, params.mailId));
}

/** The message with the words about its file that it would be sent with now. */
async function withFileWords({ message, written }: OpenedMessage): Promise<Message> {
  if (message.content === null || written?.attachment === undefined) return message;
  const { paragraphs } = await contentWithFile(written, message.state);
  return { ...message, content: { ...message.content, paragraphs } };
}

async function contentWithFile(written: MailContent, state: Message['state']): Promise<MailContent> {
  // Pages ask for a message on its way every few seconds: that isn't worth a file each time.
  if (state === 'waiting' || state === 'sending') return saying(written, LATER);
  try {
    return (await withAttachment(written)).content;
  } catch (thrown) {
    log().warn({ err: thrown, run: written.attachment?.runId }, 'The file of a message could not be made');
    return saying(written, LATER);
  }
}

/** Queues a message that failed, or that had no mail server, for as many attempts as a new one. */
export async function sendAgain({
  subject: { orgId },
  params: { mailId },
  audit,
}: Context<typeof sendAgainOperation>): Promise<Message> {
  const opened = await transaction(async (tx) => {
    const { message } = await readMessage(tx, orgId, mailId);
    if (env().mail === null) {
      throw new AppError(
        'impossible',
        'No mail server is set up. Copy the link and pass it on yourself, or ask the people who run Pushboard to set SMTP_URL.',
      );
    }
    if (message.content?.link?.isOpen === false) {
      throw new AppError(
        'conflict',
        'The link in this message no longer works, so it was not sent again. Send a new invitation or request.',
      );
    }
    const [queued] = await query(
      { job_id: column.int },
      statement`with again as (
         update mail_message set state = 'waiting', attempts = 0, last_error = null, due_at = now()
         where org_id = ${orgId} and mail_id = ${mailId} and state in ('failed', 'outbox')
         returning mail_id, due_at
       )
       select ${enqueueMail(statement`mail_id`, statement`due_at`)} as job_id from again`,
      tx,
    );
    if (queued === undefined) {
      throw new AppError('conflict', 'This message was sent already, or is on its way.', {
        current: message,
      });
    }
    await recordAudit(tx, audit, {
      orgId,
      action: 'mail.send_again',
      subjectType: 'mail',
      subjectId: String(mailId),
      before: { state: message.state, last_error: message.lastError },
      after: { state: 'waiting', subject: message.subject, to: message.toAddress },
    });
    return readMessage(tx, orgId, mailId);
  });
  return withFileWords(opened);
}
