import { issuerName } from '@/lib/orgs/sign-in-policy';
import { env } from '@/server/base/env';

/** The label on an issuer's sign-in button. If the issuer is no longer configured, returns its host. */
export function issuerLabel(issuer: string): string {
  return env().issuers.find(({ url }) => url === issuer)?.label ?? issuerName(issuer);
}
