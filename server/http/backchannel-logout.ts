import type { Issuer } from '@/server/base/env-issuers';
import { AppError } from '@/server/base/errors';
import { boundedText } from '@/server/http/requests/read-body';
import type { Incoming } from '@/server/http/serve';
import { endProviderSessions } from '@/server/people/sign-in/hosted/end-provider-sessions';
import { LogoutTokenError, readLogoutToken } from '@/server/people/sign-in/hosted/logout-token';

const MOST_BYTES = 64 * 1024;
const FORM = 'application/x-www-form-urlencoded';

/**
 * The provider says that it has ended a session, or all of a person's (OpenID Connect Back-Channel Logout). Only the
 * signature of its token speaks for the call, so neither cookies nor origins matter.
 */
export async function backchannelLogout(incoming: Incoming, issuer: Issuer): Promise<Response> {
  const { request, audit, log } = incoming;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== FORM) return refused('Send the logout_token as application/x-www-form-urlencoded.');
  const form = new URLSearchParams(await boundedText(incoming, MOST_BYTES));
  const [token, ...others] = form.getAll('logout_token');
  if (token === undefined || others.length > 0) return refused('Send one logout_token.');
  try {
    const claims = await readLogoutToken(token, issuer).catch((error: unknown) => {
      throw error instanceof LogoutTokenError ? error : unreadable(error);
    });
    const ended = await endProviderSessions(issuer.url, claims, { ...audit, actorUserId: null });
    log.info({ issuer: issuer.id, ended }, 'A provider has logged out');
    return new Response(null, { status: 200, headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    log.warn({ err: error, issuer: issuer.id }, 'A logout of a provider was refused');
    if (error instanceof LogoutTokenError) return refused(`The logout_token is not valid. ${error.message}`);
    throw error;
  }
}

const unreadable = (cause: unknown): AppError =>
  new AppError('unavailable', "The provider's keys could not be read. Send this again.", { cause });

/** As the standard has it. */
const refused = (description: string): Response =>
  new Response(JSON.stringify({ error: 'invalid_request', error_description: description }), {
    status: 400,
    headers: { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' },
  });
