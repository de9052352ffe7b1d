import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { env } from '@/server/base/env';

/**
 * AES-256-GCM under a key ring: the first key seals, every key opens. A sealed value is
 * `version (1) | key id length (1) | key id | nonce (12) | tag (16) | text`, so that a key can be replaced
 * while values sealed under the old one still open. The purpose is bound to the value: what was sealed for
 * one credential opens for no other.
 */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SealingKey {
  id: string;
  key: Buffer;
}

/** What was sealed can't be opened, since its key isn't in the ring. */
export class MissingKeyError extends Error {
  override readonly name = 'MissingKeyError';
  /** What is missing and who can fix it, for people: the end of a sentence, and another one. */
  readonly reason: string;

  constructor(readonly keyId: string) {
    super(`No key "${keyId}" in ENCRYPTION_KEYS; add it back to read what it sealed`);
    this.reason = `the key "${keyId}" is missing from ENCRYPTION_KEYS. The people who run Pushboard have to put it back.`;
  }
}

/** Returns the id of the key that sealed a value. */
export const sealerOf = (sealed: Buffer): string => sealed.subarray(2, 2 + (sealed[1] ?? 0)).toString('utf8');

/** What every value begins with that this key has sealed, and no other. */
export function sealedStart({ id }: SealingKey): Buffer {
  const bytes = Buffer.from(id, 'utf8');
  return Buffer.concat([Buffer.from([VERSION, bytes.length]), bytes]);
}

/** @param purpose e.g. `credential:42`; needed again to open. */
export function seal(
  text: string,
  purpose: string,
  keys: readonly SealingKey[] = env().encryptionKeys,
): Buffer {
  const [first] = keys;
  if (first === undefined) throw new Error('The key ring is empty');
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', first.key, nonce);
  cipher.setAAD(Buffer.from(purpose, 'utf8'));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([sealedStart(first), nonce, cipher.getAuthTag(), sealed]);
}

/** Throws if the key is missing, the value was changed, or it was sealed for another purpose. */
export function open(
  sealed: Buffer,
  purpose: string,
  keys: readonly SealingKey[] = env().encryptionKeys,
): string {
  if (sealed[0] !== VERSION) throw new Error('A sealed value has an unknown version');
  const id = sealerOf(sealed);
  const nonceAt = 2 + (sealed[1] ?? 0);
  const sealingKey = keys.find((key) => key.id === id);
  if (sealingKey === undefined) throw new MissingKeyError(id);
  const tagAt = nonceAt + NONCE_BYTES;
  const textAt = tagAt + TAG_BYTES;
  // The tag length is fixed: otherwise a truncated value would be verified with the few bytes left of its tag.
  const decipher = createDecipheriv('aes-256-gcm', sealingKey.key, sealed.subarray(nonceAt, tagAt), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(purpose, 'utf8'));
  decipher.setAuthTag(sealed.subarray(tagAt, textAt));
  return Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()]).toString('utf8');
}
