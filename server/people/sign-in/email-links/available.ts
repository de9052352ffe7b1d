import { env } from '@/server/base/env';
import { notFound } from '@/server/base/errors';

/** Whether people sign in by emailed links: in hosted mode, where a mail server is configured and no issuer is. */
export function hasEmailLinks(): boolean {
  const { authMode, issuers, mail } = env();
  return authMode === 'hosted' && issuers.length === 0 && mail !== null;
}

/** Throws 404 where people sign in another way. */
export function requireEmailLinks(): void {
  if (!hasEmailLinks()) throw notFound();
}
