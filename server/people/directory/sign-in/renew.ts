import statement, { type Sql as Statement } from 'sql-template-tag';
import type { renewDirectorySession as renewOperation } from '@/lib/contract/people/directory-sign-in';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { transaction } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { hashOfToken } from '@/server/base/ids';
import { log } from '@/server/base/log';
import { open, seal } from '@/server/base/secrets/seal';
import { withinTime } from '@/server/base/waiting/within-time';
import type { Context } from '@/server/operations/context';
import { directoryClient } from '@/server/people/directory/graph/token';
import { requireDirectory } from '@/server/people/directory/settings';
import { SCOPES } from '@/server/people/directory/sign-in/provider';
import { endSessionOf, sessionCookie, sessionToken } from '@/server/people/sign-in/session';

const ASK_EVERY_MS = 60 * 60 * 1000;
/** How many sessions a worker asks about at the same time. */
const ASKED_AT_ONCE = 5;
/** A directory that cannot be reached for this long has agreed to nothing. */
const LONGEST_WITHOUT_MS = 24 * 60 * 60 * 1000;
/** How long the directory may take to answer. */
const ANSWER_MS = 10_000;

export const DIRECTORY_SESSION_PURPOSE = 'directory session';

const PRODUCT: AuditSource = { actorUserId: null, requestId: null, address: null };

/** Keeps what the directory gave a session, so that it can be asked again. */
export async function keepForRenewal(token: string, cache: string): Promise<void> {
  const now = clock.now();
  await execute(
    statement`insert into directory_session (token_hash, sealed_cache, renewed_at, asked_at)
      values (${hashOfToken(token)}, ${seal(cache, DIRECTORY_SESSION_PURPOSE)}, ${now}, ${now})`,
  );
}

/**
 * Asks the directory whether the caller may stay signed in. It is asked once an hour; other calls do nothing. If it
 * says no, or says nothing for a day, the session ends, with 401.
 */
export async function renewDirectorySession({
  audit,
  requestHeaders,
  responseHeaders,
}: Context<typeof renewOperation>): Promise<undefined> {
  requireDirectory();
  const token = sessionToken(requestHeaders.get('cookie'));
  if (token === null) return undefined;
  const [due] = await claimDue(statement`d.token_hash = ${hashOfToken(token)}`, 1);
  if (due === undefined || (await renew(due, audit))) return undefined;
  responseHeaders.append('Set-Cookie', sessionCookie('', 0));
  throw new AppError('not_signed_in', 'The directory ended your session. Sign in again.');
}

/**
 * Asks the directory about the sessions that have not been asked about for an hour, whether a page of theirs is open or
 * not: a stolen cookie works no longer than the session that it was taken from. Several workers may call it at once.
 *
 * @returns how many; 0 when none is due
 */
export async function renewDueSessions(): Promise<number> {
  const due = await claimDue(statement`true`, ASKED_AT_ONCE);
  await Promise.all(due.map((each) => renew(each, PRODUCT)));
  return due.length;
}

const DUE = {
  token_hash: column.bytes,
  user_id: column.text,
  sealed_cache: column.bytes,
  renewed_at: column.time,
};

/** Renews a session, or ends it. Returns whether it goes on. */
async function renew(due: RowOf<typeof DUE>, audit: AuditSource): Promise<boolean> {
  const verdict = await askDirectory(due.sealed_cache);
  if (typeof verdict === 'string') {
    await execute(
      statement`update directory_session set sealed_cache = ${seal(verdict, DIRECTORY_SESSION_PURPOSE)}, renewed_at = ${clock.now()}
        where token_hash = ${due.token_hash}`,
    );
    return true;
  }
  const isTooLong = clock.nowMs() - due.renewed_at.getTime() > LONGEST_WITHOUT_MS;
  if (verdict.isUnreachable && !isTooLong) return true;
  await transaction(async (tx) => {
    await endSessionOf(tx, due.token_hash);
    await recordAudit(tx, audit, {
      orgId: null,
      action: 'session.end',
      subjectType: 'session',
      subjectId: due.user_id,
      after: { because: 'the directory' },
    });
  });
  return false;
}

/** Of several that ask at once, tabs or workers, one does. */
function claimDue(which: Statement, most: number) {
  const now = clock.now();
  return query(
    DUE,
    statement`with due as (
        select d.token_hash from directory_session d
        where ${which} and d.asked_at <= ${new Date(now.getTime() - ASK_EVERY_MS)}
        order by d.asked_at limit ${most} for update skip locked)
      update directory_session d set asked_at = ${now} from due, session s
      where d.token_hash = due.token_hash and s.token_hash = due.token_hash
      returning d.token_hash, s.user_id, d.sealed_cache, d.renewed_at`,
  );
}

/** Returns what to keep for the next time, or why there is no next time. */
async function askDirectory(sealedCache: Buffer): Promise<string | { isUnreachable: boolean }> {
  try {
    const client = await directoryClient(requireDirectory());
    client.getTokenCache().deserialize(open(sealedCache, DIRECTORY_SESSION_PURPOSE));
    const [account] = await client.getTokenCache().getAllAccounts();
    if (account === undefined) return { isUnreachable: false };
    const asked = client.acquireTokenSilent({ account, scopes: SCOPES, forceRefresh: true });
    await withinTime(asked, ANSWER_MS);
    return client.getTokenCache().serialize();
  } catch (error) {
    log().info({ err: error }, 'The directory did not renew a session');
    return { isUnreachable: !isRefusal(error) };
  }
}

/** Codes of a directory that was asked and said no. */
const REFUSALS =
  /invalid_grant|interaction_required|login_required|consent_required|no_tokens_found|refresh_token_expired|bad_token/;

const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'errorCode' in error &&
  REFUSALS.test(String(error.errorCode));
