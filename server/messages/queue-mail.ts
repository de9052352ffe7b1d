import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { plainName } from '@/lib/base/plain-names';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { enqueueMail } from '@/server/base/events/tasks';
import { failsSomewhere } from '@/server/base/outside/troubles-everywhere';
import { MissingKeyError, open, seal } from '@/server/base/secrets/seal';
import { type Mail, type MailContent, mailContent, oneLine, withPlainNames } from '@/server/messages/content';

export type MailKind =
  | 'invite'
  | 'share'
  | 'link'
  | 'access_request'
  | 'result'
  | 'approval'
  | 'schedule'
  | 'error';

/** The recipient of a message. */
export interface Addressee {
  userId: string;
  name: string;
  email: string;
}

/** An address that an admin listed for alerts. */
export type ListedAddressee = Omit<Addressee, 'userId'> & { userId: null };

/** The state of a new message: waiting for the worker, or for the mail server, or in the outbox for someone to pass on. */
export type Posted = 'queued' | 'delayed' | 'outbox';

/** A new message; one whose link someone can pass on with its id. */
export type Queued = { posted: 'queued'; mailId: null } | { posted: 'delayed' | 'outbox'; mailId: number };

/** They may hold what a source said, with the addresses in it, and go to people who know the source. */
const TELLS_OF_ERRORS: ReadonlySet<MailKind> = new Set(['schedule', 'error']);

export const mailPurpose = (mailId: number): string => `mail:${mailId}`;

/**
 * Stores a message in the transaction of the change it reports, and queues it: both are committed, or neither. Without
 * a mail server it stays in the outbox. Call `allowMail` once before.
 */
export async function queueMail(
  tx: Sql,
  orgId: string,
  sender: Person,
  to: Addressee | ListedAddressee,
  kind: MailKind,
  mail: Mail,
): Promise<Queued> {
  const { subject, content } = withPlainNames(mail, TELLS_OF_ERRORS.has(kind));
  const state = env().mail === null ? 'outbox' : 'waiting';
  const [next] = await query(
    { mail_id: column.int },
    statement`select nextval('mail_message_mail_id_seq') as mail_id`,
    tx,
  );
  if (next === undefined) throw new Error('The sequence returned no value');
  const sealed = seal(JSON.stringify(content), mailPurpose(next.mail_id));
  await execute(
    statement`insert into mail_message
       (mail_id, org_id, kind, sent_by_user_id, to_user_id, to_address, to_name, subject, sealed_content, state)
     values (${next.mail_id}, ${orgId}, ${kind}::mail_kind, ${sender.userId}, ${to.userId}, ${to.email},
       ${plainName(to.name)}, ${oneLine(subject)}, ${sealed}, ${state}::mail_state)`,
    tx,
  );
  if (state === 'outbox') return { posted: 'outbox', mailId: next.mail_id };
  const job = enqueueMail(statement`${next.mail_id}::bigint`, statement`now()`);
  const [waiting] = await query(
    { job_id: column.int, is_delayed: column.boolean },
    statement`select ${job} as job_id, ${failsSomewhere('mail')} as is_delayed`,
    tx,
  );
  return waiting?.is_delayed === true
    ? { posted: 'delayed', mailId: next.mail_id }
    : { posted: 'queued', mailId: null };
}

/** Returns the content of a message that has not been sent yet. Throws 422 if the key that sealed it is missing, or it was changed. */
export function openContent(mailId: number, sealed: Buffer): MailContent {
  try {
    return mailContent.parse(JSON.parse(open(sealed, mailPurpose(mailId))));
  } catch (cause) {
    throw new AppError(
      'impossible',
      cause instanceof MissingKeyError
        ? `This message can't be read: ${cause.reason}`
        : 'This message can no longer be read: it was changed.',
      { cause },
    );
  }
}

/** All people of an organization may send as much as this many of them. */
const SENDERS_OF_ORG = 4;

/**
 * Throws 429 if a person, in all of their organizations, or all people of the organization together would send more
 * messages in an hour than allowed. Takes a lock per person until the transaction ends, so that concurrent requests are
 * counted one after the other.
 *
 * @param most a stricter limit for messages of `kind` alone
 */
export async function allowMail(
  tx: Sql,
  orgId: string,
  userId: string,
  count: number,
  narrower?: { kind: MailKind; most: number },
): Promise<void> {
  await query(
    { pg_advisory_xact_lock: column.text },
    statement`select pg_advisory_xact_lock(hashtextextended('mail of ' || ${userId}::text, 0))`,
    tx,
  );
  const [row] = await query(
    { all: column.int, of_kind: column.int, of_org: column.int },
    statement`select count(*)::int as all,
       count(*) filter (where kind::text = ${narrower?.kind ?? null})::int as of_kind, (
         select count(*) from mail_message o
         where o.org_id = ${orgId} and o.created_at > now() - interval '1 hour')::int as of_org
     from mail_message
     where sent_by_user_id = ${userId} and created_at > now() - interval '1 hour'`,
    tx,
  );
  const isTooMany =
    (row?.all ?? 0) + count > env().mailsPerHour ||
    (row?.of_org ?? 0) + count > SENDERS_OF_ORG * env().mailsPerHour ||
    (narrower !== undefined && (row?.of_kind ?? 0) + count > narrower.most);
  if (!isTooMany) return;
  throw new AppError(
    'too_many_requests',
    'You have reached the limit of messages in an hour. Nothing was sent; try again later.',
    { retryAfterSeconds: 3600 },
  );
}

/** An address gets that many invitations a day from the same person. */
const MOST_TO_ONE_ADDRESS = 5;

/**
 * Why a person can't send another invitation to an address; null if they can. Throws 429 if they have sent as many as
 * they may in an hour. Call `allowMail` before, whose lock has them counted one after the other.
 */
export async function refusalToInvite(tx: Sql, userId: string, address: string): Promise<string | null> {
  const [row] = await query(
    { within_hour: column.int, to_address: column.int },
    statement`select count(*) filter (where created_at > now() - interval '1 hour')::int as within_hour,
       count(*) filter (where lower(to_address) = lower(${address}))::int as to_address
     from mail_message
     where sent_by_user_id = ${userId} and kind = 'invite' and created_at > now() - interval '1 day'`,
    tx,
  );
  if ((row?.within_hour ?? 0) >= env().invitationsPerHour) {
    throw new AppError(
      'too_many_requests',
      'You have reached the limit of invitations in an hour. Nothing was sent; try again later.',
      { retryAfterSeconds: 3600 },
    );
  }
  if ((row?.to_address ?? 0) < MOST_TO_ONE_ADDRESS) return null;
  return 'You have invited this address several times today. Try again tomorrow.';
}
