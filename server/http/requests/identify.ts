import { createHash } from 'node:crypto';
import type { Actor } from '@/lib/access/vocabulary';
import { isDemoHost } from '@/lib/base/hosts';
import type { AnyOperation } from '@/lib/contract/operation';
import { recallActor, rememberActor } from '@/server/access/memory/remembered-actors';
import { isDatabaseDown } from '@/server/base/database/database-down';
import { isDemoMode } from '@/server/base/demo-mode';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { TookTooLong, withinTime } from '@/server/base/waiting/within-time';
import { actorOfToken, bearerToken } from '@/server/people/sign-in/access-token';
import { actorOfDemoHeader } from '@/server/people/sign-in/demo';
import { actorOfSession, sessionToken } from '@/server/people/sign-in/session';

/** Demo mode accepts only host names of this machine: any other may be DNS rebinding. */
export function refuseForeignHost(host: string | null): void {
  if (!isDemoMode()) return;
  if (isDemoHost(host, env().demoHosts, env().demoAllowRemote)) return;
  throw new AppError(
    'forbidden',
    'Demo mode is available only at localhost, 127.0.0.1, and [::1]. Set DEMO_HOSTS to allow another name.',
  );
}

/** What needs no database doesn't wait for it longer than this. */
const PATIENCE_MS = 5000;

const CHANGES_NOTHING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A request that changes something and is authenticated by its cookie must come from our own pages: browsers say where
 * it comes from in `Origin`, or at least in `Sec-Fetch-Site`.
 */
export function refuseCrossSite(request: Request): void {
  if (CHANGES_NOTHING.has(request.method)) return;
  const origin = request.headers.get('origin');
  const host = request.headers.get('host');
  const own =
    origin === null
      ? request.headers.get('sec-fetch-site') === 'same-origin'
      : origin === env().appUrl || origin === `http://${host}` || origin === `https://${host}`;
  if (!own) throw new AppError('forbidden', 'This request did not come from a page of Pushboard.');
}

/**
 * Identifies the caller: the demo header in demo mode, or else a token, or else the session cookie. An unknown token
 * leaves the caller signed out, whatever cookie comes with it.
 *
 * @param orgId as in `actorOfSession`
 */
export async function identify(request: Request, orgId: string | null = null): Promise<Actor> {
  const demoUserId = request.headers.get('x-demo-user-id');
  if (demoUserId !== null && isDemoMode()) return actorOfDemoHeader(demoUserId, orgId);
  if (request.headers.has('authorization')) return identifyToken(request, null, orgId);
  const token = sessionToken(request.headers.get('cookie'));
  if (token === null) return { kind: 'signedOut' };
  refuseCrossSite(request);
  return actorOfSession(token, orgId);
}

/** A key under which the caller is remembered, of all that `identify` reads of a request. No secret can be told from it. */
function keyOf({ headers }: Request, orgId: string): string {
  const names = ['x-demo-user-id', 'authorization', 'cookie'];
  const text = JSON.stringify([orgId, ...names.map((name) => headers.get(name))]);
  return createHash('sha256').update(text).digest('base64');
}

/** The same by what an earlier request has read of the caller, if there was one; see `relyingOn`. */
export async function recallOrIdentify(request: Request, orgId: string): Promise<Actor> {
  const recalled = recallActor(keyOf(request, orgId));
  if (recalled === null) return identifyToRemember(request, orgId);
  if (recalled.through?.kind === 'session') refuseCrossSite(request);
  return recalled;
}

/**
 * Refuses a request whose token has left its caller signed out, where that matters: it says why, and a program that checks
 * its token must not take the answer to strangers for its own.
 */
export function refuseUnknownToken(
  { headers }: Request,
  { permission, tellsWhoAsks }: Pick<AnyOperation, 'permission' | 'tellsWhoAsks'>,
): void {
  if (permission.needs === 'nothing' && tellsWhoAsks !== true) return;
  const header = headers.get('authorization');
  // A proxy in front may ask for a name and password of its own.
  if (header === null || /^basic /i.test(header)) return;
  throw new AppError(
    'not_signed_in',
    bearerToken(header) === null
      ? 'The Authorization header must be "Bearer" and an access token: "Authorization: Bearer pb_…".'
      : 'This access token is not valid: it has expired, was revoked, or belongs to another Pushboard.',
  );
}

/** The same as `identify`, to be remembered. */
export async function identifyToRemember(request: Request, orgId: string): Promise<Actor> {
  const actor = await identify(request, orgId);
  rememberActor(keyOf(request, orgId), actor);
  return actor;
}

/** The same, but a caller whom the database can't be asked about, because it is down or silent, is signed out. */
export async function identifyIfPossible(request: Request): Promise<Actor> {
  try {
    return await withinTime(identify(request), PATIENCE_MS);
  } catch (error) {
    if (isDatabaseDown(error) || error instanceof TookTooLong) return { kind: 'signedOut' };
    throw error;
  }
}

/**
 * Identifies the caller by a token alone; signed out without one.
 *
 * @param audience the address that tokens may have been made for; null for those that every part of the API accepts
 * @param orgId as in `actorOfSession`
 */
export async function identifyToken(
  request: Request,
  audience: string | null,
  orgId: string | null = null,
): Promise<Actor> {
  const bearer = bearerToken(request.headers.get('authorization'));
  if (bearer === null) return { kind: 'signedOut' };
  return actorOfToken(bearer, audience, request.headers.get('x-forwarded-for'), orgId);
}
