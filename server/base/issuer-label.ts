import { issuerName } from '@/lib/orgs/sign-in-policy';
import { env } from '@/server/base/env';

/** Returns the label of an issuer's sign-in button, or the issuer's host if it is no longer configured. */
export function issuerLabel(issuer: string): string {
  return env().issuers.find(({ url }) => url === issuer)?.label ?? issuerName(issuer);
}
