import statement from 'sql-template-tag';
import { counted } from '@/lib/base/text/counted';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { troublesEverywhere } from '@/server/base/outside/troubles-everywhere';
import { openSocket } from '../open-socket';
import { deservesALook, fact, isBroken, isWell, type ServerChecker, seconds } from './server-finding';
import { howLong } from './services';

const LONG_SECONDS = 15 * 60;

/** Whether messages leave, and whether the mail server can be reached. */
export const checkMail: ServerChecker = async () => {
  const [row] = await query(
    {
      unsent: column.int,
      oldest: column.int,
      failed: column.int,
      sent: column.int,
      since_last: column.int.nullable(),
    },
    statement`select
      count(*) filter (where state in ('waiting', 'sending'))::int as unsent,
      greatest(0, coalesce(extract(epoch from now() - min(due_at) filter (where state in ('waiting', 'sending'))), 0))::int as oldest,
      count(*) filter (where state = 'failed' and created_at > now() - interval '1 day')::int as failed,
      count(*) filter (where state = 'sent' and sent_at > now() - interval '1 day')::int as sent,
      extract(epoch from now() - max(sent_at))::int as since_last
      from mail_message where state in ('waiting', 'sending') or created_at > now() - interval '7 days'`,
  );
  if (row === undefined) throw new Error('There was no row of counts');
  const { unsent, oldest, failed, sent, since_last: sinceLast } = row;
  const more = {
    facts: [
      fact('Messages to send', unsent),
      fact('Oldest due for', seconds(oldest)),
      fact('Sent in the last day', sent),
      fact('Failed in the last day', failed),
      fact('Last sent', sinceLast === null ? 'not in the last week' : `${seconds(sinceLast)} ago`),
    ],
  };
  const { mail } = env();
  if (mail === null) return isWell('There is no mail server: messages stay in the outbox.', more);
  const trouble = await mailTrouble(mail.smtpUrl);
  if (trouble !== null) return isBroken(trouble, more);
  if ((await reachError(mail.smtpUrl)) !== null) {
    return isBroken("The mail server can't be reached. Check SMTP_URL, and its firewall.", more);
  }
  if (oldest >= LONG_SECONDS) {
    return isBroken(`${counted(unsent, 'message')} to send, the oldest for ${seconds(oldest)}.`, more);
  }
  if (failed > 0) return deservesALook(`${counted(failed, 'message')} failed in the last day.`, more);
  return isWell('The mail server can be reached, and messages leave.', more);
};

/**
 * Since when and why messages don't leave, as of the last attempt to send one; null if that succeeded. The server may have
 * come back since: whether it takes messages is known at the next attempt only.
 */
export async function mailTrouble(smtpUrl: string): Promise<string | null> {
  const trouble = (await troublesEverywhere()).find(({ service }) => service === 'mail');
  if (trouble === undefined) return null;
  const isBack = (await reachError(smtpUrl)) === null;
  return `The mail server has failed ${howLong(trouble)}. ${isBack ? 'It can be reached now, so the next attempt may succeed. ' : ''}Messages wait in the outbox, which says why, and are tried again.`;
}

/** Why the mail server can't be reached; null if it can. */
export async function reachError(smtpUrl: string): Promise<unknown> {
  const { protocol, hostname, port } = new URL(smtpUrl);
  const usual = protocol === 'smtps:' ? 465 : 587;
  try {
    await openSocket({ host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual : Number(port) });
    return null;
  } catch (error) {
    return error;
  }
}
