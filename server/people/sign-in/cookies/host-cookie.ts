import { env } from '@/server/base/env';

const isBehindTls = (): boolean => env().appUrl.startsWith('https:');

/**
 * The name of a cookie of ours. With TLS, browsers accept its prefix only from this host: neither another subdomain nor a
 * page without TLS can plant one.
 */
export const hostCookieName = (name: string): string => (isBehindTls() ? `__Host-${name}` : name);

/**
 * Builds `Set-Cookie`: hidden from scripts, sent only by our own pages and links to them (`Strict`: not by links), and,
 * behind TLS, only over TLS.
 *
 * @param name as `hostCookieName` has it
 */
export const setCookie = (
  name: string,
  value: string,
  maxAgeSeconds: number,
  sameSite: 'Lax' | 'Strict' = 'Lax',
): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeSeconds}${isBehindTls() ? '; Secure' : ''}`;
