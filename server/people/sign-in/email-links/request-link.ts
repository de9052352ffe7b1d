import statement from 'sql-template-tag';
import { safeReturnPath } from '@/lib/base/paths';
import type { requestSignInLink as requestOperation } from '@/lib/contract/people/sign-in';
import { clock } from '@/server/base/clock';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { enqueueSignInLink } from '@/server/base/events/tasks';
import { hashOfToken, ids } from '@/server/base/ids';
import { networkOf } from '@/server/base/outside/caller-network';
import { seal } from '@/server/base/secrets/seal';
import type { Context } from '@/server/operations/context';
import { wouldAdmit } from '@/server/people/sign-in/admission';
import { requireEmailLinks } from '@/server/people/sign-in/email-links/available';
import { intentCookie, makeIntent, readIntent } from '@/server/people/sign-in/sign-in-intent';

export const LINK_MINUTES = 10;
/**
 * Links to one email address in an hour that one caller may ask for. Each caller gets at least one, so all addresses of a
 * site (a /48 of IPv6) are one.
 */
const MOST_OF_CALLER = 5;
/** From so many of all callers on, each caller gets one, the owner of the address among them. */
const MANY = 20;

export const sealPurpose = (linkId: number): string => `sign-in-link:${linkId}`;

/**
 * Sends a link to an address, if its person may come in. The response is the same for every address, so that nobody
 * learns who is here.
 */
export async function requestSignInLink({
  body,
  audit,
  requestHeaders,
  responseHeaders,
}: Context<typeof requestOperation>) {
  requireEmailLinks();
  const email = body.email.trim().toLowerCase();
  const intent = makeIntent(
    {
      returnTo: body.returnTo == null ? null : safeReturnPath(body.returnTo),
      joinToken: body.joinToken ?? null,
    },
    readIntent(requestHeaders.get('cookie')),
  );
  await transaction(async (tx) => {
    const callerHash = hashOfToken(networkOf(audit.address, 48));
    await allowLink(tx, email, callerHash);
    const isAdmitted = await wouldAdmit(tx, email);
    await insertLink(tx, email, { browser: intent.browser, callerHash }, isAdmitted);
  });
  responseHeaders.append('Set-Cookie', intentCookie(intent));
  return { minutes: LINK_MINUTES };
}

/**
 * Throws 429 if a caller has asked for too many links to an address, whether or not its person may come in. What others
 * asked for keeps nobody from a first one.
 */
async function allowLink(tx: Sql, email: string, callerHash: Buffer): Promise<void> {
  await query(
    { locked: column.text },
    statement`select pg_advisory_xact_lock(hashtextextended('sign-in links of ' || ${email}::text, 0))::text as locked`,
    tx,
  );
  const [row] = await query(
    { count: column.int, own: column.int },
    statement`select count(*)::int as count, (count(*) filter (where caller_hash = ${callerHash}))::int as own
      from sign_in_link
      where email = ${email} and user_id is null
        and created_at > ${new Date(clock.nowMs() - 3_600_000)}`,
    tx,
  );
  const { count = 0, own = 0 } = row ?? {};
  if (own < (count < MANY ? MOST_OF_CALLER : 1)) return;
  throw new AppError(
    'too_many_requests',
    'Several links were sent to this address already. Open the newest one, or try again in an hour.',
    { retryAfterSeconds: 3600 },
  );
}

/** @param isAdmitted false for a row that only counts: nothing is sent, and its token is known to nobody */
async function insertLink(
  tx: Sql,
  email: string,
  { browser, callerHash }: { browser: string; callerHash: Buffer },
  isAdmitted: boolean,
): Promise<void> {
  const token = ids.token();
  const now = clock.now();
  const [next] = await query(
    { link_id: column.int },
    statement`select nextval('sign_in_link_link_id_seq')::int as link_id`,
    tx,
  );
  if (next === undefined) throw new Error('The sequence returned no value');
  const { link_id: linkId } = next;
  await execute(
    statement`insert into sign_in_link (link_id, token_hash, email, browser_hash, caller_hash, sealed_token,
        created_at, expires_at)
      values (${linkId}, ${hashOfToken(token)}, ${email}, ${hashOfToken(browser)}, ${callerHash},
        ${isAdmitted ? seal(token, sealPurpose(linkId)) : null}, ${now},
        ${new Date(now.getTime() + LINK_MINUTES * 60_000)})`,
    tx,
  );
  if (!isAdmitted) return;
  const job = enqueueSignInLink(statement`${linkId}::int`);
  await query({ job_id: column.int }, statement`select ${job} as job_id`, tx);
}
