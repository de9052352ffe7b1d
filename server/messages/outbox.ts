import statement, { type Sql as Statement } from 'sql-template-tag';
import {
  type listOutbox as listOutboxOperation,
  mailKind,
  mailState,
  type outboxMessage,
  type outboxRow,
} from '@/lib/contract/sharing/mail';
import type { Decoded } from '@/lib/wire/wire';
import { personNameThen } from '@/server/access/people/names-then';
import { adHocSql, type Sql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { notFound } from '@/server/base/errors';
import { failsSomewhere } from '@/server/base/outside/troubles-everywhere';
import type { MailContent } from '@/server/messages/content';
import { isJoinLink, isLinkOpen } from '@/server/messages/link-state';
import { openContent } from '@/server/messages/queue-mail';
import type { Context } from '@/server/operations/context';
import { type FilterFields, filterSql } from '@/server/operations/list-filter';

type Row = Decoded<typeof outboxRow>;
export type Message = Decoded<typeof outboxMessage>;

const ROWS_A_PAGE = 50;

const FIELDS: FilterFields = {
  state: 'mm.state',
  kind: 'mm.kind',
  to_address: 'mm.to_address',
  to_name: 'mm.to_name',
};

const MAIL = {
  mail_id: column.int,
  kind: mailKind,
  state: mailState,
  subject: column.text,
  to_name: column.text,
  to_address: column.text,
  sent_by: column.text,
  attempts: column.int,
  last_error: column.text.nullable(),
  created_at: column.time,
  due_at: column.time,
  sent_at: column.time.nullable(),
  sealed_content: column.bytes.nullable(),
};

const mailOf = (orgId: string): Statement => statement`
  select mm.mail_id, mm.kind, mm.state, mm.subject, mm.to_name, mm.to_address, ${personNameThen(statement`mm.created_at`, 's')} as sent_by, mm.attempts,
    mm.last_error, mm.created_at, mm.due_at, mm.sent_at, mm.sealed_content
  from mail_message mm join "user" s on s.user_id = mm.sent_by_user_id
  where mm.org_id = ${orgId}`;

function rowOf(row: RowOf<typeof MAIL>): Row {
  return {
    mailId: row.mail_id,
    kind: row.kind,
    state: row.state,
    subject: row.subject,
    toName: row.to_name,
    toAddress: row.to_address,
    sentBy: row.sent_by,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  };
}

export async function listOutbox({
  subject: { orgId },
  query: { before, filter, per_page },
}: Context<typeof listOutboxOperation>): Promise<Row[]> {
  const rows = await query(
    MAIL,
    statement`${mailOf(orgId)} and (${before ?? null}::bigint is null or mm.mail_id < ${before ?? null})
      ${filterSql(filter ?? [], FIELDS)} order by mm.mail_id desc limit ${per_page ?? ROWS_A_PAGE}`,
    adHocSql,
  );
  return rows.map(rowOf);
}

/** A message of the outbox. */
export interface OpenedMessage {
  /** As admins read it, without words about what is attached. */
  message: Message;
  /** The same as it was written; null once it was sent. */
  written: MailContent | null;
}

export async function readMessage(tx: Sql, orgId: string, mailId: number): Promise<OpenedMessage> {
  const [row] = await query(MAIL, statement`${mailOf(orgId)} and mm.mail_id = ${mailId}::bigint`, tx);
  if (row === undefined) throw notFound();
  if (row.sealed_content === null) return { message: { ...rowOf(row), content: null }, written: null };
  const written = openContent(mailId, row.sealed_content);
  const { paragraphs, note, link, closing } = written;
  const content = {
    paragraphs,
    note,
    link:
      link === null
        ? null
        : { ...link, url: await shownUrl(tx, link.url), isOpen: await isLinkOpen(tx, link.url) },
    closing,
  };
  return { message: { ...rowOf(row), content }, written };
}

/**
 * Without a mail server, and while it doesn't answer, admins pass links on themselves. Otherwise, nobody but the invited
 * person needs theirs.
 */
async function shownUrl(tx: Sql, url: string): Promise<string | null> {
  if (env().mail === null || !isJoinLink(url)) return url;
  const [mail] = await query(
    { fails: column.boolean },
    statement`select ${failsSomewhere('mail')} as fails`,
    tx,
  );
  return mail?.fails === true ? url : null;
}
