import statement, { type Sql as Statement } from 'sql-template-tag';
import { untilRecorded } from '@/server/base/database/database-down';
import { column, query } from '@/server/base/database/statements';
import { enqueueMail } from '@/server/base/events/tasks';
import type { MailFault } from '@/server/messages/mail-fault';
import type { MailKind } from '@/server/messages/queue-mail';

/**
 * The delay after the first failure in seconds; it doubles with each failure. Eleven delays add up to about 17 hours.
 */
const FIRST_DELAY_SECONDS = 30;
export const MOST_ATTEMPTS = 12;

/** Messages that a person sends, who learns what of one could not be delivered. */
const BY_PEOPLE: MailKind[] = ['invite', 'share', 'link', 'access_request', 'result'];

/** A message that this worker sends. */
export interface Sending {
  mailId: number;
  workerId: string;
  attempts: number;
  /** How many people get it besides the one it is addressed to. */
  otherCount: number;
}

/** A message that the server took, and what of it did not arrive. */
interface Sent {
  leavesFile: boolean;
  /** Addresses that the server refused. */
  refused: readonly string[];
}

/** The message is sent. Its sender learns about a file that went as a link, and about refused addresses. */
export async function noteSent(
  { mailId, workerId, otherCount }: Sending,
  { leavesFile, refused }: Sent,
): Promise<void> {
  await untilRecorded(() =>
    query(
      { mail_id: column.int },
      statement`with settled as (
         update mail_message set state = 'sent', sent_at = now(), sealed_content = null, last_error = null
         where mail_id = ${mailId} and state = 'sending' and worker_id = ${workerId}
         returning ${SETTLED}
       ), told as (
         ${tellSender(statement`'mail_refused'`, statement`refused.address`, statement`0`)}
         cross join unnest(${[...refused]}::text[]) refused (address)
         where ${IS_BY_PERSON}
       ), told_of_file as (
         ${tellSender(statement`'mail_without_file'`, statement`s.to_address`, statement`${otherCount}::int`)}
         where ${leavesFile} and ${IS_BY_PERSON}
       )
       select mail_id from settled`,
    ),
  );
}

/** The message waits for its next attempt, or failed, which its sender is told. */
export async function putOff(
  { mailId, workerId, attempts, otherCount }: Sending,
  fault: MailFault,
): Promise<void> {
  const isOver = fault.isPermanent || attempts >= MOST_ATTEMPTS;
  await untilRecorded(() =>
    query(
      { job_id: column.int },
      statement`with settled as (
         update mail_message
           set state = ${isOver ? 'failed' : 'waiting'}::mail_state, last_error = ${fault.message},
             due_at = now() + make_interval(secs => ${isOver ? 0 : FIRST_DELAY_SECONDS * 2 ** (attempts - 1)})
         where mail_id = ${mailId} and state = 'sending' and worker_id = ${workerId}
         returning ${SETTLED}, state, due_at
       ), told as (
         ${tellSender(statement`'mail_refused'`, statement`s.to_address`, statement`${otherCount}::int`)}
         where s.state = 'failed' and ${IS_BY_PERSON}
       )
       select ${enqueueMail(statement`mail_id`, statement`due_at`)} as job_id from settled where state = 'waiting'`,
    ),
  );
}

const SETTLED = statement`mail_id, org_id, kind, sent_by_user_id, to_user_id, to_address, subject`;

const IS_BY_PERSON = statement`s.kind::text = any(${BY_PEOPLE}) and s.to_user_id is distinct from s.sent_by_user_id`;

const tellSender = (kind: Statement, address: Statement, otherCount: Statement): Statement => statement`
  insert into notification (org_id, user_id, kind, person_name, other_count, mail_subject)
  select s.org_id, s.sent_by_user_id, ${kind}::notification_kind, ${address}, ${otherCount}, s.subject from settled s
  join "user" u on u.user_id = s.sent_by_user_id and u.service_org_id is null`;
