import type { AuthenticationResult, ConfidentialClientApplication } from '@azure/msal-node';
import type { finishDirectorySignIn as finishOperation } from '@/lib/contract/people/directory-sign-in';
import type { AuditSource } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { transaction } from '@/server/base/database/db';
import { env } from '@/server/base/env';
import { AppError, notSignedIn } from '@/server/base/errors';
import { log, logOnce } from '@/server/base/log';
import { TookTooLong } from '@/server/base/waiting/within-time';
import type { Context } from '@/server/operations/context';
import { directoryClient, inDirectoryTime } from '@/server/people/directory/graph/token';
import { requireDirectory } from '@/server/people/directory/settings';
import { type Attempt, attemptOf, endedAttempt } from '@/server/people/directory/sign-in/attempt';
import { admitPerson, noteSignIn } from '@/server/people/directory/sign-in/enter';
import { readIdToken, type Vouched } from '@/server/people/directory/sign-in/id-token';
import { directoryDown, REDIRECT_PATH, SCOPES } from '@/server/people/directory/sign-in/provider';
import { refusedIssuer } from '@/server/people/directory/sign-in/refused-issuer';
import { keepForRenewal } from '@/server/people/directory/sign-in/renew';
import { personOf } from '@/server/people/sign-in/account';
import { beginSession } from '@/server/people/sign-in/begin-session';
import { OtherIssuer } from '@/server/people/sign-in/other-issuer';
import {
  actorOfSession,
  endSession,
  SESSION_MAX_AGE_MS,
  sessionCookie,
  sessionToken,
} from '@/server/people/sign-in/session';

/**
 * Ends a sign-in with the directory's code. An existing session is ended, so that session ids are never reused. Throws
 * 401 if this browser didn't begin the sign-in, or if the directory doesn't confirm it, and 403 for people who aren't
 * in it.
 */
export async function finishDirectorySignIn({
  body: { code, state },
  audit,
  requestHeaders,
  responseHeaders,
}: Context<typeof finishOperation>) {
  const directory = requireDirectory();
  const cookies = requestHeaders.get('cookie');
  const begun = attemptOf(cookies, state);
  if (begun === null) {
    throw new AppError(
      'not_signed_in',
      'This sign-in was not begun here, or it took too long. Sign in again.',
    );
  }
  responseHeaders.append('Set-Cookie', endedAttempt(state));
  // A client of its own: it keeps this person's tokens, and nobody else's.
  const client = await directoryClient(directory);
  const { objectId, name } = await vouchedBy(client, code, begun, audit);
  await admitPerson(objectId, audit);
  const { token } = await beginSession(
    { issuer: directory.issuer, subject: objectId, name, email: null },
    null,
    audit,
  );
  await noteSignIn(objectId, clock.now());
  await keepForRenewal(token, client.getTokenCache().serialize());
  const before = sessionToken(cookies);
  if (before !== null) await transaction((tx) => endSession(tx, before));
  responseHeaders.append('Set-Cookie', sessionCookie(token, SESSION_MAX_AGE_MS / 1000));
  const person = personOf(await actorOfSession(token));
  if (person === null) throw notSignedIn();
  return person;
}

async function vouchedBy(
  client: ConfidentialClientApplication,
  code: string,
  begun: Attempt,
  audit: AuditSource,
): Promise<Vouched> {
  let result: AuthenticationResult;
  try {
    result = await inDirectoryTime(() =>
      client.acquireTokenByCode(
        {
          code,
          scopes: SCOPES,
          redirectUri: `${env().appUrl}${REDIRECT_PATH}`,
          codeVerifier: begun.verifier,
          nonce: begun.nonce,
        },
        { code },
      ),
    );
    return readIdToken(result.idToken, begun.nonce, requireDirectory());
  } catch (error) {
    if (error instanceof OtherIssuer) throw await refusedIssuer(error, audit);
    logOnce(log(), 'warn', error, {}, 'The directory did not confirm a sign-in');
    if (error instanceof TookTooLong || isUnreachable(error)) throw directoryDown(error);
    throw new AppError('not_signed_in', 'The directory did not confirm this sign-in. Sign in again.', {
      cause: error,
    });
  }
}

/** Codes of Microsoft's client for a directory without an answer. */
const UNREACHABLE = new Set([
  'network_error',
  'endpoints_resolution_error',
  'openid_config_error',
  'post_request_failed',
  'no_network_connectivity',
]);

export const isUnreachable = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'errorCode' in error &&
  UNREACHABLE.has(String(error.errorCode));
