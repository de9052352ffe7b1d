import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { clock } from '@/server/base/clock';
import { ids } from '@/server/base/ids';
import { open, seal } from '@/server/base/secrets/seal';
import { hostCookieName, setCookie } from '@/server/people/sign-in/cookies/host-cookie';

const PLAIN_COOKIE = 'pushboard_sign_in';
const PURPOSE = 'sign-in intent';
/** As long as the provider's own state is kept. */
const MAX_AGE_SECONDS = 15 * 60;

/**
 * What a browser remembers while its person is at the identity provider, or looks for the message with their link. The
 * cookie is sealed: it may hold the token of an invitation, which belongs in no address and no log.
 */
const intentShape = z.object({
  /** Where to go afterward; null for the first organization's library. */
  returnTo: z.string().nullable(),
  joinToken: z.string().nullable(),
  isPopup: z.boolean(),
  /** The signed-in person who adds a way to sign in; null for a sign-in. */
  linkTo: z.string().nullable(),
  /** Tells this browser from others. */
  browser: z.string(),
  expiresAtMs: z.number(),
});

export type SignInIntent = z.output<typeof intentShape>;

/** @param attempt one of several sign-ins through a provider; null for what the browser as a whole remembers */
const cookieName = (attempt: string | null): string =>
  hostCookieName(PLAIN_COOKIE) + (attempt === null ? '' : `.${attempt}`);

/** Makes an intent. A browser keeps its secret while it asks again, so that links it asked for before still work. */
export function makeIntent(
  wanted: Partial<Omit<SignInIntent, 'browser' | 'expiresAtMs'>>,
  former: SignInIntent | null,
): SignInIntent {
  return {
    returnTo: null,
    joinToken: null,
    isPopup: false,
    linkTo: null,
    ...wanted,
    browser: former?.browser ?? ids.token(),
    expiresAtMs: clock.nowMs() + MAX_AGE_SECONDS * 1000,
  };
}

/** Builds `Set-Cookie` for an intent. */
export function intentCookie(intent: SignInIntent, attempt: string | null = null): string {
  const sealed = seal(JSON.stringify(intent), PURPOSE).toString('base64url');
  return setCookie(cookieName(attempt), sealed, MAX_AGE_SECONDS);
}

/** Removes the cookie. */
export const withoutIntent = (): string => setCookie(cookieName(null), '', 0);

/** Reads the intent of a `Cookie` header; null if there is none, it has expired, or it isn't ours. */
export function readIntent(cookieHeader: string | null, attempt: string | null = null): SignInIntent | null {
  const prefix = `${cookieName(attempt)}=`;
  const found = (cookieHeader ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  if (found === undefined) return null;
  try {
    const text = open(Buffer.from(found.slice(prefix.length), 'base64url'), PURPOSE);
    const intent = intentShape.parse(JSON.parse(text));
    return intent.expiresAtMs > clock.nowMs() ? intent : null;
  } catch {
    // Changed, cut, or sealed with a key that is gone: the same as no cookie.
    return null;
  }
}

/** Returns whether two hashes are the same, in constant time. */
export const isSameHash = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
