import statement from 'sql-template-tag';
import type { openSignInLink as openOperation } from '@/lib/contract/people/sign-in';
import { EMAIL_ISSUER } from '@/lib/orgs/sign-in-policy';
import { clock } from '@/server/base/clock';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError, notFound } from '@/server/base/errors';
import { hashOfToken } from '@/server/base/ids';
import type { Context } from '@/server/operations/context';
import { nameOfAddress } from '@/server/people/sign-in/address-names';
import { admit } from '@/server/people/sign-in/admission';
import { beginSession, beginSessionOf } from '@/server/people/sign-in/begin-session';
import { requireEmailLinks } from '@/server/people/sign-in/email-links/available';
import { sessionCookies } from '@/server/people/sign-in/replace-session';
import { isSameHash, readIntent, withoutIntent } from '@/server/people/sign-in/sign-in-intent';

const LINK = {
  link_id: column.int,
  email: column.text,
  user_id: column.text.nullable(),
  browser_hash: column.bytes.nullable(),
};

/**
 * Signs in with a link, which works once. The page calls this when a person presses its button: a program that opens
 * links in messages uses none up.
 */
export async function openSignInLink({
  body,
  audit,
  requestHeaders,
  responseHeaders,
}: Context<typeof openOperation>) {
  if (env().authMode === 'demo') throw notFound();
  const intent = readIntent(requestHeaders.get('cookie'));
  const link = await openLink(body.token);
  const isOperators = link.user_id !== null;
  if (!isOperators) {
    requireEmailLinks();
    const browser = intent === null ? null : hashOfToken(intent.browser);
    if (browser === null || link.browser_hash === null || !isSameHash(browser, link.browser_hash)) {
      throw new AppError(
        'forbidden',
        'Open this link in the browser where you asked for it, or ask for a new link in this one.',
      );
    }
  }
  const { email, user_id: userId } = link;
  const wanted = body.withoutInvitation ? null : intent;
  const markUsed = (tx: Sql) => markLinkUsed(tx, link.link_id);
  const begun =
    userId === null
      ? await beginSession(
          { issuer: EMAIL_ISSUER, subject: email, email, name: nameOfAddress(email) },
          wanted?.joinToken ?? null,
          audit,
          async (tx, known) => {
            await markUsed(tx);
            await admit(tx, known, { email, hasUnverifiedEmail: false });
          },
        )
      : await beginSessionOf(userId, audit, markUsed);
  for (const cookie of [...(await sessionCookies(begun.token, { headers: requestHeaders })), withoutIntent()])
    responseHeaders.append('Set-Cookie', cookie);
  // Without the invitation, the page that it leads to is closed to them.
  return { returnTo: wanted?.returnTo ?? null };
}

const closed = (): AppError =>
  new AppError(
    'not_found',
    'This link no longer works: it was used already, or is older than ten minutes. Ask for a new one.',
  );

async function openLink(token: string): Promise<RowOf<typeof LINK>> {
  const [row] = await query(
    LINK,
    statement`select link_id, email, user_id, browser_hash from sign_in_link
      where token_hash = ${hashOfToken(token)} and used_at is null and expires_at > ${clock.now()}`,
    sql,
  );
  if (row === undefined) throw closed();
  return row;
}

/** Of two who open a link at once, one gets in. */
async function markLinkUsed(tx: Sql, linkId: number): Promise<void> {
  const [used] = await query(
    { link_id: column.int },
    statement`update sign_in_link set used_at = ${clock.now()} where link_id = ${linkId} and used_at is null
      returning link_id`,
    tx,
  );
  if (used === undefined) throw closed();
}
