import { timingSafeEqual } from 'node:crypto';
import { env } from '@/server/base/env';
import { hashOfToken } from '@/server/base/ids';

export const NOT_STORED = { 'Cache-Control': 'no-store' };

/**
 * The refusal for callers without METRICS_TOKEN: 401, or 404 where no token is set, as if there were nothing here. Null for
 * those who have it.
 */
export function refusalWithoutToken(request: Request): Response | null {
  const { metricsToken } = env();
  if (metricsToken === undefined) return new Response('Not found\n', { status: 404, headers: NOT_STORED });
  if (isToken(request.headers.get('authorization'), metricsToken)) return null;
  return new Response('Send METRICS_TOKEN as a bearer token.\n', {
    status: 401,
    headers: { ...NOT_STORED, 'WWW-Authenticate': 'Bearer' },
  });
}

/** Hashes are compared, because a comparison in constant time needs equal lengths. */
function isToken(authorization: string | null, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(hashOfToken(given), hashOfToken(token));
}
