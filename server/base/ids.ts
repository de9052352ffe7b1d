import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** Identifiers and tokens, in one place. */
export const ids = {
  request: (): string => randomUUID(),
  worker: (): string => randomUUID(),
  group: (): string => randomUUID(),
  person: (): string => randomUUID(),
  accessToken: (): string => randomUUID(),
  oauthClient: (): string => randomUUID(),
  confirmation: (): string => randomUUID(),
  /** Returns 256 random bits, for tokens that grant access. */
  token: (): string => randomBytes(32).toString('base64url'),
};

/** Returns a token's hash. Only hashes are stored, so that nobody who reads the database can use a token. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
