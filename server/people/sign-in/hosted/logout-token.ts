import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { clock } from '@/server/base/clock';
import type { Issuer } from '@/server/base/env-issuers';
import { processWide } from '@/server/base/process-wide';
import { recent } from '@/server/base/waiting/recent';
import { PROVIDER_MS } from '@/server/people/sign-in/discovery-document';
import { discover } from '@/server/people/sign-in/hosted/discover';

/** Clocks may differ by this much. */
const SKEW_SECONDS = 10;
/** A token is sent at once. One that is kept for longer was kept by someone else. */
const LONGEST_AGE_SECONDS = 10 * 60;
const LONGEST_TOKEN = 20_000;

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TYPES = [undefined, 'jwt', 'logout+jwt'];

const claims = z.object({
  jti: z.string().min(1).max(500),
  exp: z.number(),
  sub: z.string().min(1).max(255).optional(),
  sid: z.string().min(1).max(500).optional(),
  events: z.looseObject({ [EVENT]: z.looseObject({}) }),
  // An ID token has one. It never logs anyone out.
  nonce: z.undefined().optional(),
});

/** Whom a provider logs out: a person everywhere, or in one session, which may be named alone. */
export interface LogoutClaims {
  tokenId: string;
  expiresAt: Date;
  subject: string | null;
  providerSession: string | null;
}

/** A logout token that must not be accepted. The message is for the log, and for the provider. */
export class LogoutTokenError extends Error {
  override readonly name = 'LogoutTokenError';
}

/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 2.6) as an ID token is checked: its signature, issuer,
 * audience, and times. Throws `LogoutTokenError`, and other errors where the provider's keys can't be read.
 */
export async function readLogoutToken(token: string, issuer: Issuer): Promise<LogoutClaims> {
  if (token.length > LONGEST_TOKEN) throw new LogoutTokenError('It is too long.');
  const read = claims.safeParse(await verified(token, issuer));
  if (!read.success) throw new LogoutTokenError(`Its claims are wrong: ${z.prettifyError(read.error)}`);
  const { jti, exp, sub, sid } = read.data;
  if (sub === undefined && sid === undefined) throw new LogoutTokenError('It names neither sub nor sid.');
  return {
    tokenId: jti,
    expiresAt: new Date((exp + SKEW_SECONDS) * 1000),
    subject: sub ?? null,
    providerSession: sid ?? null,
  };
}

async function verified(token: string, issuer: Issuer): Promise<unknown> {
  const keys = await keysOf(issuer);
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: issuer.url,
      audience: issuer.clientId,
      algorithms: ['RS256'],
      requiredClaims: ['iat', 'exp', 'jti'],
      clockTolerance: SKEW_SECONDS,
      maxTokenAge: LONGEST_AGE_SECONDS,
      currentDate: clock.now(),
    });
    if (TYPES.includes(protectedHeader.typ?.toLowerCase())) return payload;
  } catch (error) {
    // The keys could not be fetched, which says nothing about the token.
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw error;
    throw new LogoutTokenError(error.message, { cause: error });
  }
  throw new LogoutTokenError('It is a token of another kind.');
}

type KeySet = ReturnType<typeof createRemoteJWKSet>;

const kept = () => processWide('keys of providers', () => new Map<string, KeySet>());

/** The provider's keys, which are fetched again now and then, and for a key that is not among them, however many ask. */
async function keysOf(issuer: Issuer): Promise<KeySet> {
  const { endpoints } = await recent(`endpoints of ${issuer.url}`, () => discover(issuer));
  const present = kept().get(endpoints.jwks_uri);
  if (present !== undefined) return present;
  const keys = createRemoteJWKSet(new URL(endpoints.jwks_uri), { timeoutDuration: PROVIDER_MS });
  kept().set(endpoints.jwks_uri, keys);
  return keys;
}
