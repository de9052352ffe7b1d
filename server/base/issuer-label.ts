import { issuerName } from '@/lib/orgs/sign-in-policy';
import { env } from '@/server/base/env';

/** An issuer as its sign-in button calls it; by its host if the issuer is no longer configured. */
export function issuerLabel(issuer: string): string {
  return env().issuers.find(({ url }) => url === issuer)?.label ?? issuerName(issuer);
}
