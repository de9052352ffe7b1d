import statement from 'sql-template-tag';
import type { renewDirectorySession as renewOperation } from '@/lib/contract/people/directory-sign-in';
import { recordAudit } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { hashOfToken } from '@/server/base/ids';
import { log } from '@/server/base/log';
import { open, seal } from '@/server/base/secrets/seal';
import type { Context } from '@/server/operations/context';
import { directoryClient } from '@/server/people/directory/graph/token';
import { requireDirectory } from '@/server/people/directory/settings';
import { SCOPES } from '@/server/people/directory/sign-in/provider';
import { endSession, sessionCookie, sessionToken } from '@/server/people/sign-in/session';

const ASK_EVERY_MS = 60 * 60 * 1000;
/** A directory that cannot be reached for this long has agreed to nothing. */
const LONGEST_WITHOUT_MS = 24 * 60 * 60 * 1000;
/** The time limit of document 1 §9. */
const ANSWER_MS = 10_000;

const PURPOSE = 'directory session';

/** Keeps what the directory gave a session, so that it can be asked again. */
export async function keepForRenewal(token: string, cache: string): Promise<void> {
  const now = clock.now();
  await execute(
    statement`insert into directory_session (token_hash, sealed_cache, renewed_at, asked_at)
      values (${hashOfToken(token)}, ${seal(cache, PURPOSE)}, ${now}, ${now})`,
  );
}

/**
 * Asks the directory whether the caller may stay signed in. It is asked once an hour; other calls do nothing. If it
 * says no, or says nothing for a day, the session ends, with 401.
 */
export async function renewDirectorySession({
  actor,
  audit,
  requestHeaders,
  responseHeaders,
}: Context<typeof renewOperation>): Promise<undefined> {
  requireDirectory();
  const token = sessionToken(requestHeaders.get('cookie'));
  const due = token === null ? null : await claimRenewal(token);
  if (token === null || due === null) return undefined;
  const verdict = await askDirectory(open(due.sealed_cache, PURPOSE));
  if (typeof verdict === 'string') {
    await execute(
      statement`update directory_session set sealed_cache = ${seal(verdict, PURPOSE)}, renewed_at = ${clock.now()}
        where token_hash = ${hashOfToken(token)}`,
    );
    return undefined;
  }
  const isTooLong = clock.nowMs() - due.renewed_at.getTime() > LONGEST_WITHOUT_MS;
  if (verdict.isUnreachable && !isTooLong) return undefined;
  await transaction(async (tx) => {
    await endSession(tx, token);
    await recordAudit(tx, audit, {
      orgId: null,
      action: 'session.end',
      subjectType: 'session',
      subjectId: actor.userId,
      after: { because: 'the directory' },
    });
  });
  responseHeaders.append('Set-Cookie', sessionCookie('', 0));
  throw new AppError('not_signed_in', 'The directory ended your session. Sign in again.');
}

/** Of several tabs that ask at once, one does. */
async function claimRenewal(token: string) {
  const now = clock.now();
  const [row] = await query(
    { sealed_cache: column.bytes, renewed_at: column.time },
    statement`update directory_session set asked_at = ${now}
      where token_hash = ${hashOfToken(token)} and asked_at <= ${new Date(now.getTime() - ASK_EVERY_MS)}
      returning sealed_cache, renewed_at`,
  );
  return row ?? null;
}

/** Returns what to keep for the next time, or why there is no next time. */
async function askDirectory(cache: string): Promise<string | { isUnreachable: boolean }> {
  const client = await directoryClient(requireDirectory());
  client.getTokenCache().deserialize(cache);
  const [account] = await client.getTokenCache().getAllAccounts();
  if (account === undefined) return { isUnreachable: false };
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, ANSWER_MS, 'late').unref());
  try {
    const asked = client.acquireTokenSilent({ account, scopes: SCOPES, forceRefresh: true });
    if ((await Promise.race([asked, late])) === 'late') return { isUnreachable: true };
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
