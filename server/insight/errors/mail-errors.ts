import statement from 'sql-template-tag';
import { paths } from '@/lib/base/paths';
import { errorTitle } from '@/lib/runs/error-title';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import type { Mail } from '@/server/messages/content';
import { absolute, loadMailOrg, type MailOrg, onPushboard } from '@/server/messages/links';
import { queueMail } from '@/server/messages/queue-mail';

/** So many people get their message at a time. */
const PEOPLE_AT_ONCE = 50;
/** A message names at most so many errors. */
const MOST_NAMED = 20;

const DUE = { org_id: column.text, user_id: column.text, name: column.text, email: column.text };
const ERROR = { error_group_id: column.int, title: column.text, is_returned: column.boolean };
type MailedError = RowOf<typeof ERROR>;

/** Whether anyone is to be told of an error. */
export const HAS_ERROR_MAIL = statement`exists (select from error_mail)`;

/**
 * Sends people what they are told of errors, at most one message an hour to each; what comes meanwhile is in the next one.
 * Errors that were resolved or ignored by then are left out.
 *
 * @returns how many messages
 */
export async function mailErrors(): Promise<number> {
  return transaction(async (tx) => {
    const due = await query(
      DUE,
      statement`select waiting.org_id, u.user_id, u.name, u.email
        from (select distinct org_id, user_id from error_mail) waiting
        join "user" u on u.user_id = waiting.user_id and u.email is not null
        where not exists (select from mail_message mm
          where mm.sent_by_user_id = u.user_id and mm.created_at > now() - interval '1 hour' and mm.kind = 'error'
            and mm.org_id = waiting.org_id)
        limit ${PEOPLE_AT_ONCE} for update of u skip locked`,
      tx,
    );
    let sent = 0;
    for (const person of due) if (await mailOne(tx, person)) sent += 1;
    return sent;
  });
}

async function mailOne(
  tx: Sql,
  { org_id: orgId, user_id: userId, name, email }: RowOf<typeof DUE>,
): Promise<boolean> {
  const errors = await query(
    ERROR,
    statement`with told as (
        delete from error_mail where org_id = ${orgId} and user_id = ${userId} returning error_group_id, is_returned)
      select g.error_group_id, g.title, told.is_returned from told
      join error_group g on g.org_id = ${orgId} and g.error_group_id = told.error_group_id and g.state = 'open'
      order by g.error_group_id`,
    tx,
  );
  if (errors.length === 0) return false;
  const sender = { kind: 'person' as const, userId, name, email: null, memberships: [] };
  const mail = errorMail(await loadMailOrg(tx, orgId), errors);
  await queueMail(tx, orgId, sender, { userId, name, email }, 'error', mail);
  return true;
}

function errorMail(org: MailOrg, errors: readonly MailedError[]): Mail {
  const [first] = errors;
  const isOne = errors.length === 1 && first !== undefined;
  const lines = errors.slice(0, MOST_NAMED).map((error) => `${isNewWord(error)}: ${errorTitle(error.title)}`);
  const more = errors.length - lines.length;
  const path = `${paths.errors(org.slug)}${isOne ? `?panel=error:${first.error_group_id}` : ''}`;
  return {
    subject: isOne
      ? `${isNewWord(first)} in ${onPushboard(org)}: ${errorTitle(first.title)}`
      : `${errors.length} errors in ${onPushboard(org)}`,
    content: {
      paragraphs: [...lines, ...(more === 0 ? [] : [`And ${more} more.`])],
      note: null,
      link: { label: isOne ? 'Look at the error' : 'Look at the errors', url: absolute(path) },
      closing:
        'You get this because you are an engineer of a command that failed, or the error is assigned to you. You are told of an error once, and again if it returns after it was resolved.',
      replyTo: null,
    },
  };
}

const isNewWord = ({ is_returned }: MailedError): string =>
  is_returned ? 'An error is back' : 'A new error';
