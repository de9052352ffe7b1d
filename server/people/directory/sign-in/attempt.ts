import { z } from 'zod';
import { jsonOrNull } from '@/lib/base/json';
import { hostCookieName, setCookie } from '@/server/people/sign-in/cookies/host-cookie';

/** A sign-in takes no longer than this. */
const MAX_AGE_SECONDS = 600;

const attempt = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

/** What only the browser that began a sign-in knows. Nobody else can end it, whatever they know of the response. */
export type Attempt = z.output<typeof attempt>;

/** One cookie per attempt, so that two tabs don't end each other's. */
const nameOf = (state: string): string =>
  hostCookieName(`pushboard_entra_${state.slice(0, 8).replace(/\W/g, '')}`);

/** Builds `Set-Cookie` for an attempt. The directory sends the browser back by a link, so `Lax` is enough. */
export function attemptCookie(begun: Attempt): string {
  const value = Buffer.from(JSON.stringify(begun)).toString('base64url');
  return setCookie(nameOf(begun.state), value, MAX_AGE_SECONDS);
}

/** Builds `Set-Cookie` that ends an attempt. */
export const endedAttempt = (state: string): string => setCookie(nameOf(state), '', 0);

/** The attempt of this browser with a state; null if it began none. */
export function attemptOf(cookieHeader: string | null, state: string): Attempt | null {
  const name = nameOf(state);
  for (const part of (cookieHeader ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=', 2);
    if (key !== name) continue;
    const read = attempt.safeParse(jsonOrNull(Buffer.from(value, 'base64url').toString('utf8')));
    if (read.success && read.data.state === state) return read.data;
  }
  return null;
}
