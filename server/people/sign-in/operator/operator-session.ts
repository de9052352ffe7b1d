import { createHmac, timingSafeEqual } from 'node:crypto';
import { clock } from '@/server/base/clock';
import { env } from '@/server/base/env';
import { hashOfToken } from '@/server/base/ids';
import { hostCookieName, setCookie } from '@/server/people/sign-in/cookies/host-cookie';
import { cookieValue } from '@/server/people/sign-in/session';

/** How long the operator is signed in. */
const SESSION_MS = 60 * 60 * 1000;

export const operatorCookieName = (): string => hostCookieName('pushboard_operator');

/** Returns whether this is the key of the server. Hashes are compared, which takes equally long for every key. */
export function isOperatorKey(given: string): boolean {
  const { operatorKey } = env();
  return operatorKey !== undefined && timingSafeEqual(hashOfToken(given), hashOfToken(operatorKey));
}

/**
 * Returns the `Set-Cookie` of a session that begins now. Nothing of it is stored, so that it works while the database is
 * down: it holds its own end, and a MAC of that with the key of the server. Another key ends it.
 */
export function operatorCookie(): string {
  const endsAtMs = clock.nowMs() + SESSION_MS;
  return operatorCookieOf(`${endsAtMs}.${macOf(endsAtMs)}`, SESSION_MS / 1000);
}

/** Returns the `Set-Cookie` that ends it. */
export const withoutOperatorCookie = (): string => operatorCookieOf('', 0);

/** Returns whether a `Cookie` header has an operator's session that hasn't ended. */
export const isOperatorSession = (cookieHeader: string | null): boolean =>
  isOperatorToken(cookieValue(cookieHeader, operatorCookieName()));

/** Returns the same for the value of the cookie; null without one. */
export function isOperatorToken(token: string | null): boolean {
  if (token === null || env().operatorKey === undefined) return false;
  const [, endsAt = '', mac = ''] = /^(\d{1,16})\.([\w-]{1,64})$/.exec(token) ?? [];
  if (endsAt === '' || !timingSafeEqual(hashOfToken(mac), hashOfToken(macOf(Number(endsAt))))) return false;
  const leftMs = Number(endsAt) - clock.nowMs();
  return leftMs > 0 && leftMs <= SESSION_MS;
}

const macOf = (endsAtMs: number): string =>
  createHmac('sha256', env().operatorKey ?? '')
    .update(`operator session until ${endsAtMs}`)
    .digest('base64url');

/** Only our own pages send it: not even a link from elsewhere to one of them does. */
const operatorCookieOf = (value: string, maxAgeSeconds: number): string =>
  setCookie(operatorCookieName(), value, maxAgeSeconds, 'Strict');
