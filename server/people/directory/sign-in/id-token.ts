import { z } from 'zod';
import { plainName } from '@/lib/base/plain-names';
import { clock } from '@/server/base/clock';
import type { DirectorySettings } from '@/server/base/env-directory';
import { issuerOf } from '@/server/people/directory/sign-in/provider';
import { OtherIssuer } from '@/server/people/sign-in/other-issuer';

/** Clocks may differ by this much. */
const SKEW_SECONDS = 300;

const header = z.object({ alg: z.enum(['RS256', 'PS256', 'ES256']) });

const claims = z.object({
  iss: z.string(),
  aud: z.string(),
  exp: z.number(),
  iat: z.number().optional(),
  nbf: z.number().optional(),
  nonce: z.string(),
  oid: z.string().min(1).max(100),
  name: z.string().optional(),
});

/** A person as the directory vouches for them. */
export interface Vouched {
  /** Their object id, which never changes. */
  objectId: string;
  name: string;
}

/** An ID token that must not be accepted. The message is for the log. */
export class IdTokenError extends Error {
  override readonly name = 'IdTokenError';
}

/**
 * Reads an ID token. It came from the directory itself over TLS, so that its issuer needs no signature (OpenID Connect
 * Core 3.1.3.7); that it is for us, for this sign-in, and for now is checked here. Throws `OtherIssuer`
 * for a token of another tenant, and `IdTokenError`.
 */
export function readIdToken(token: string, nonce: string, directory: DirectorySettings): Vouched {
  const [head = '', body = ''] = token.split('.');
  if (!header.safeParse(partOf(head)).success) throw new IdTokenError('It is not signed.');
  const read = claims.safeParse(partOf(body));
  if (!read.success) throw new IdTokenError(`Claims are missing: ${z.prettifyError(read.error)}`);
  const { iss, aud, exp, iat, nbf, oid, name } = read.data;
  const now = clock.nowMs() / 1000;
  if (iss !== directory.issuer) throw new OtherIssuer(issuerOf(directory), 'token', iss, oid);
  if (aud !== directory.clientId) throw new IdTokenError(`It is for ${aud}.`);
  if (exp < now - SKEW_SECONDS) throw new IdTokenError('It has expired.');
  if (nbf !== undefined && nbf > now + SKEW_SECONDS) throw new IdTokenError('It is not valid yet.');
  if (iat !== undefined && iat > now + SKEW_SECONDS) throw new IdTokenError('It is from the future.');
  if (read.data.nonce !== nonce) throw new IdTokenError('It is for another sign-in.');
  return { objectId: oid, name: plainName(name ?? '') || 'Unnamed' };
}

function partOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
