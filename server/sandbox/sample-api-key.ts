import { createHmac, timingSafeEqual } from 'node:crypto';

export const sampleApiKeyHeader = 'X-Api-Key';

const sealOf = (secret: string, orgId: string): string =>
  createHmac('sha256', secret).update(`sample-api:${orgId}`).digest('hex');

/** The key by which a sandbox opens its own desk of the sample API, and nobody else's. */
export function keyForSandbox(secret: string, orgId: string): string {
  return `${orgId}.${sealOf(secret, orgId)}`;
}

/** The sandbox that a key was made for; null where it is no key of ours. It is safe as the name of a folder. */
export function ownerOfKey(secret: string, key: string): string | null {
  const [, orgId = '', seal = ''] = /^([a-z0-9-]{1,100})\.([0-9a-f]{64})$/.exec(key) ?? [];
  const expected = Buffer.from(sealOf(secret, orgId));
  const given = Buffer.from(seal);
  return given.length === expected.length && timingSafeEqual(given, expected) ? orgId : null;
}
