import { issuerName } from '@/lib/orgs/sign-in-policy';
import { env } from '@/server/base/env';

/** The label on an issuer's sign-in button. For an issuer that is no longer configured, its host. */
export function issuerLabel(issuer: string): string {
  return env().issuers.find(({ url }) => url === issuer)?.label ?? issuerName(issuer);
}
