import type { JsonValue } from '@/lib/base/json';
import { open } from '@/server/base/secrets/seal';
import { type StoredCredential, sealPurpose } from '@/server/connections/open-credential';

/** The secrets of a connection, to leave out of what is shown of it. None if they can't be opened: then nothing used them. */
export function secretsOf(orgId: string, stored: StoredCredential): string[] {
  if (stored.sealed_secrets === null) return [];
  try {
    return textsIn(JSON.parse(open(stored.sealed_secrets, sealPurpose(orgId, stored.credential_id))));
  } catch {
    return [];
  }
}

function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
