import { createHmac, timingSafeEqual } from 'node:crypto';

export const sampleApiKeyHeader = 'X-Api-Key';

const sealOf = (secret: string, orgId: string): string =>
  createHmac('sha256', secret).update(`sample-api:${orgId}`).digest('hex');

/** The key with which a sandbox opens its own desk of the sample API, and no other. */
export function keyForSandbox(secret: string, orgId: string): string {
  return `${orgId}.${sealOf(secret, orgId)}`;
}

/** Returns the sandbox that a key was made for; null if the key is not ours. The result is safe as a folder name. */
export function ownerOfKey(secret: string, key: string): string | null {
  const [, orgId = '', seal = ''] = /^([a-z0-9-]{1,100})\.([0-9a-f]{64})$/.exec(key) ?? [];
  const expected = Buffer.from(sealOf(secret, orgId));
  const given = Buffer.from(seal);
  return given.length === expected.length && timingSafeEqual(given, expected) ? orgId : null;
}
