import { z } from 'zod';
import type { Actor } from '@/lib/access/vocabulary';
import { safeReturnPath } from '@/lib/base/paths';
import { signInFailures } from '@/lib/sign-in/failures';
import { LONGEST_RETURN_TO } from '@/lib/sign-in/return-to';
import { env } from '@/server/base/env';
import type { Issuer } from '@/server/base/env-issuers';
import { AppError, notFound } from '@/server/base/errors';
import { logOnce } from '@/server/base/log';
import { backchannelLogout } from '@/server/http/backchannel-logout';
import { limitSignIn } from '@/server/http/limits/sign-in-attempts';
import { identify, refuseCrossSite } from '@/server/http/requests/identify';
import { readJsonBody } from '@/server/http/requests/read-body';
import { refusalResponse } from '@/server/http/responses/refusal';
import { type Door, type Incoming, serve } from '@/server/http/serve';
import {
  attemptOf,
  attemptsIn,
  cookiesOfAttempt,
  headerOfAttempt,
  withoutAttempt,
  withoutOldAttempts,
} from '@/server/people/sign-in/hosted/attempts';
import { checkResponse, discover } from '@/server/people/sign-in/hosted/discover';
import { type ExchangeResult, exchange } from '@/server/people/sign-in/hosted/exchange';
import { failureOf } from '@/server/people/sign-in/hosted/failure';
import { finishSignIn } from '@/server/people/sign-in/hosted/finish';
import { auditRefusedSignIn, levelOf, loadingPath, outcomeOf } from '@/server/people/sign-in/hosted/outcome';
import { extraParameters } from '@/server/people/sign-in/hosted/prompt';
import { OtherIssuer } from '@/server/people/sign-in/other-issuer';
import { sessionCookies } from '@/server/people/sign-in/replace-session';
import { actorOfSession, sessionToken } from '@/server/people/sign-in/session';
import { intentCookie, makeIntent, readIntent, withoutIntent } from '@/server/people/sign-in/sign-in-intent';
import { SignInRefused } from '@/server/people/sign-in/sign-in-refused';

/** What our page sends to begin: all of it is kept in the browser's sealed cookie, and none in an address. */
const beginBody = z.strictObject({
  csrfToken: z.string().max(500),
  json: z.literal('true'),
  returnTo: z.string().max(LONGEST_RETURN_TO).nullish(),
  joinOrgToken: z.string().max(200).nullish(),
  purpose: z.enum(['signIn', 'signUp', 'someoneElse', 'link']).default('signIn'),
  isPopup: z.boolean().default(false),
});

/**
 * `/api/auth`: the library's csrf, sign-in, and callback for the issuers of the environment, through what every request
 * goes through; and the address at which those issuers say that they have logged someone out. Everything else that the library could do is not served. Responses never hold a session of its own; a
 * successful callback begins one of ours.
 */
export async function authRoute(
  request: Request,
  { params }: { params: Promise<{ nextauth?: string[] }> },
): Promise<Response> {
  const segments = (await params).nextauth ?? [];
  const door: Door = {
    name: 'auth',
    // A callback counts its attempts itself, since it ends on a page.
    limit: segments[0] === 'signin' ? 'signIn' : 'person',
    // Who is signed in already matters only where they add a way to sign in.
    identify: async () => ({ kind: 'signedOut' }),
    refuse: refusalResponse,
  };
  return serve(request, door, async (incoming) => {
    try {
      return await dispatch(incoming, segments);
    } finally {
      incoming.release();
    }
  });
}

async function dispatch(incoming: Incoming, [action, issuerId, ...rest]: string[]): Promise<Response> {
  const { method } = incoming.request;
  const { authMode, issuers } = env();
  if (authMode !== 'hosted' || rest.length > 0) throw notFound();
  if (method === 'GET' && action === 'csrf' && issuerId === undefined) return csrf(incoming);
  const issuer = issuers.find(({ id }) => id === issuerId);
  if (issuer === undefined) throw notFound();
  if (method === 'POST' && action === 'signin') return begin(incoming, issuer);
  if (method === 'GET' && action === 'callback') return finish(incoming, issuer);
  if (method === 'POST' && action === 'logout') return backchannelLogout(incoming, issuer);
  throw notFound();
}

const cookieHeader = ({ request }: Incoming): string => request.headers.get('cookie') ?? '';

function answer(body: unknown, cookies: readonly string[], status = 200): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store', 'Content-Type': 'application/json' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(JSON.stringify(body), { status, headers });
}

const neverFinishes = async (): Promise<string> => {
  throw new Error('Only a callback finishes');
};

const csrfBody = z.object({ csrfToken: z.string() });

async function csrf(incoming: Incoming): Promise<Response> {
  const asked = { action: 'csrf', issuer: null, query: {}, body: {} } as const;
  // Each tab gets a token of its own: two that begin at once would overwrite each other's.
  const { cookies, body } = await exchange({ ...asked, cookieHeader: '' }, neverFinishes);
  const { csrfToken } = csrfBody.parse(body);
  const former = withoutOldAttempts(cookieHeader(incoming));
  return answer(body, [...former, ...cookiesOfAttempt(cookies, attemptOf(csrfToken))]);
}

/** Answers the provider's address, to which our page sends the browser. */
async function begin(incoming: Incoming, issuer: Issuer): Promise<Response> {
  const { request } = incoming;
  refuseCrossSite(request);
  const read = beginBody.safeParse(await readJsonBody(incoming));
  if (!read.success) throw new AppError('invalid', 'This sign-in could not be begun. Load the page again.');
  const { csrfToken, json, returnTo, joinOrgToken, purpose, isPopup } = read.data;
  const cookies = cookieHeader(incoming);
  const former = readIntent(cookies);
  const actor = await identify(request);
  if (purpose === 'link' && actor.kind === 'signedOut') throw new AppError('not_signed_in', 'Sign in first.');
  const intent = makeIntent(
    {
      returnTo: returnTo == null ? null : safeReturnPath(returnTo),
      joinToken: joinOrgToken ?? null,
      isPopup,
      linkTo: purpose === 'link' && actor.kind === 'person' ? actor.userId : null,
    },
    former,
  );
  try {
    const discovered = await discover(issuer);
    const asked = { query: extraParameters(discovered, purpose), body: { csrfToken, json } };
    const asking = attemptOf(csrfToken);
    const sent = { issuer: discovered, cookieHeader: headerOfAttempt(cookies, asking), ...asked };
    const result = await exchange({ action: 'signin', ...sent }, neverFinishes);
    if (result.goTo === null || isOwn(result.goTo)) throw result.error ?? new SignInRefused('expired');
    const attempt = attemptOf(new URL(result.goTo).searchParams.get('state') ?? '');
    return answer({ url: result.goTo }, [
      ...withoutAttempt(cookies, asking),
      ...cookiesOfAttempt(result.cookies, attempt),
      intentCookie(intent, attempt),
      ...(former === null ? [intentCookie(makeIntent({}, intent))] : []),
    ]);
  } catch (error) {
    throw await notBegun(error, issuer, incoming, actor);
  }
}

/** Writes down why a sign-in could not be begun, and returns the refusal. */
async function notBegun(
  error: unknown,
  issuer: Issuer,
  { audit, log }: Incoming,
  actor: Actor,
): Promise<AppError> {
  if (error instanceof OtherIssuer) {
    logOnce(log, 'warn', error, { issuer: issuer.id }, 'A sign-in could not be begun');
    const actorUserId = actor.kind === 'person' ? actor.userId : null;
    await auditRefusedSignIn({ ...audit, actorUserId }, issuer.id, error);
    return new AppError('unavailable', error.publicMessage, { cause: error });
  }
  const failure = error instanceof SignInRefused ? error.failure : failureOf(error);
  logOnce(log, levelOf({ failure }), error, { issuer: issuer.id, failure }, 'A sign-in could not be begun');
  const code = failure === 'expired' ? 'invalid' : 'unavailable';
  return new AppError(code, signInFailures[failure], { cause: error });
}

/** The library leads back to a page of ours where it could not go on. */
const isOwn = (url: string): boolean => url.startsWith('/') || url.startsWith(`${env().appUrl}/`);

/** The provider sends the browser back. Whatever happens, it ends on our own page, which says what happened. */
async function finish(incoming: Incoming, issuer: Issuer): Promise<Response> {
  const { request, audit, log } = incoming;
  const sent = cookieHeader(incoming);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const attempts = attemptsIn(sent);
  // Some providers leave out the state where they report an error.
  const attempt = query.state === undefined ? (attempts.at(-1) ?? '') : attemptOf(query.state);
  const intent = readIntent(sent, attempt);
  let token: string | null = null;
  let refused: unknown = null;
  let result: ExchangeResult | null = null;
  try {
    await limitSignIn(audit.address);
    // A browser that never began here was sent by someone else.
    if (intent === null) throw new SignInRefused(attempts.length === 0 ? 'expired' : 'untrusted');
    const discovered = await discover(issuer);
    checkResponse(discovered, query);
    result = await exchange(
      {
        action: 'callback',
        issuer: discovered,
        query,
        body: {},
        cookieHeader: headerOfAttempt(sent, attempt),
      },
      async (claims, idToken) => {
        try {
          const kept = discovered.endpoints.end_session_endpoint === undefined ? null : idToken;
          token = await finishSignIn({ claims, idToken: kept, issuer, intent, request, audit });
        } catch (error) {
          refused = error;
        }
        return '/loading';
      },
    );
    refused ??= result.error;
  } catch (error) {
    refused = error;
  }
  const cookies = [...withoutAttempt(sent, attempt), ...(intent === null ? [] : [withoutIntent()])];
  if (refused === null) {
    if (token !== null) cookies.push(...(await sessionCookies(token, request)));
    log.info({ issuer: issuer.id }, 'A person signed in');
    return redirectTo(loadingPath(intent, null), cookies);
  }
  const outcome = outcomeOf(refused);
  const failure = 'failure' in outcome ? outcome.failure : null;
  const isOver = failure === 'expired' || (intent === null && failure === 'untrusted');
  if (isOver && intent?.linkTo == null) {
    const current = sessionToken(sent);
    const isIn = current !== null && (await actorOfSession(current)).kind === 'person';
    // They went back, or loaded the page again: what they wanted has happened.
    if (isIn) return redirectTo(loadingPath(intent, { again: '1' }), cookies);
  }
  logOnce(log, levelOf(outcome), refused, { issuer: issuer.id, outcome }, 'A sign-in was refused');
  const tried = { ...audit, actorUserId: intent?.linkTo ?? null };
  await auditRefusedSignIn(tried, issuer.id, refused).catch((error) =>
    log.error({ err: error }, 'A refused sign-in could not be audited'),
  );
  return redirectTo(loadingPath(intent, outcome), cookies);
}

function redirectTo(path: string, cookies: readonly string[]): Response {
  const headers = new Headers({
    'Cache-Control': 'no-store',
    Location: env().appUrl + path,
    // Browsers apply the policy of a redirect, too. The default one would separate a pop-up from the page that opened it.
    'Cross-Origin-Opener-Policy': 'unsafe-none',
  });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 302, headers });
}
