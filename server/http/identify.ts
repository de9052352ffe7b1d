import type { Actor } from '@/lib/access/vocabulary';
import { isDemoHost } from '@/lib/hosts';
import { isDemoMode } from '@/server/demo-mode';
import { env } from '@/server/env';
import { AppError } from '@/server/errors';
import { actorOfDemoHeader } from '@/server/identity/demo';
import { actorOfSession, sessionToken } from '@/server/identity/session';

/** Demo mode answers to hosts of this machine only: anything else may be DNS rebinding. */
export function refuseForeignHost(host: string | null): void {
  if (!isDemoMode()) return;
  if (isDemoHost(host, env().demoHosts, env().demoAllowRemote)) return;
  throw new AppError(
    'forbidden',
    'Demo mode answers only at localhost, 127.0.0.1 and [::1]. Set DEMO_HOSTS to allow another name.',
  );
}

const CHANGES_NOTHING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A request that changes something and is known by its cookie must come from our own pages: browsers say
 * where it comes from in `Origin`, or at least in `Sec-Fetch-Site`.
 */
function refuseCrossSite(request: Request): void {
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
 * Who is calling: the demo header in demo mode, else the session cookie. A bearer token that is not known
 * leaves the caller signed out, whatever cookie comes with it.
 */
export async function identify(request: Request): Promise<Actor> {
  const demoUserId = request.headers.get('x-demo-user-id');
  if (demoUserId !== null && isDemoMode()) return actorOfDemoHeader(demoUserId);
  if (request.headers.has('authorization')) return { kind: 'signedOut' };
  const token = sessionToken(request.headers.get('cookie'));
  if (token === null) return { kind: 'signedOut' };
  refuseCrossSite(request);
  return actorOfSession(token);
}
