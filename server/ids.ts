import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** Identifiers and tokens, in one place. */
export const ids = {
  request: (): string => randomUUID(),
  worker: (): string => randomUUID(),
  group: (): string => randomUUID(),
  person: (): string => randomUUID(),
  /** 256 random bits, for what opens a door. */
  token: (): string => randomBytes(32).toString('base64url'),
};

/** How a token is kept: whoever reads the database cannot use it. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
