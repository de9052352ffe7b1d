import { createHash } from 'node:crypto';
import { setCookie } from '@/server/people/sign-in/cookies/host-cookie';

/** Tabs of a browser that sign in at the same time. Each keeps some cookies, and their header has a limit. */
const MOST_ATTEMPTS = 6;
const MOST_HEADER_BYTES = 8_000;

const LIBRARY = /^(?:__Host-|__Secure-)?next-auth\./;
/** The end of the name of a cookie that belongs to one attempt. */
const ATTEMPT = /\.([0-9a-f]{16})$/;

/** The library's cookies that the exchange needs: it would keep one of each for all tabs. */
const NEEDED = /next-auth\.(csrf-token|state|nonce|pkce\.code_verifier)$/;

/** Names an attempt by what it alone knows: its state at the provider or, before that, its CSRF token. */
export const attemptOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, 16);

const pairsIn = (header: string): [name: string, value: string][] =>
  header.split(';').flatMap((part) => {
    const at = part.indexOf('=');
    return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]];
  });

/** The attempts of a browser, the oldest first. */
export const attemptsIn = (header: string): string[] => [
  ...new Set(pairsIn(header).flatMap(([name]) => ATTEMPT.exec(name)?.[1] ?? [])),
];

/** Renames the cookies that the library sets, so that they belong to one attempt, and leaves out what it doesn't need. */
export const cookiesOfAttempt = (cookies: readonly string[], attempt: string): string[] =>
  cookies.flatMap((cookie) => {
    const at = cookie.indexOf('=');
    const name = cookie.slice(0, at);
    return NEEDED.test(name) ? `${name}.${attempt}${cookie.slice(at)}` : [];
  });

/** The `Cookie` header of one attempt, as the library knows it. */
export const headerOfAttempt = (header: string, attempt: string): string =>
  pairsIn(header)
    .filter(([name]) => LIBRARY.test(name) && name.endsWith(`.${attempt}`))
    .map(([name, value]) => `${name.slice(0, -attempt.length - 1)}=${value}`)
    .join('; ');

/** Removes the cookies of one attempt, and those that belong to none: an earlier version of Pushboard set them. */
export const withoutAttempt = (header: string, attempt: string): string[] =>
  pairsIn(header).flatMap(([name]) =>
    name.endsWith(`.${attempt}`) || (LIBRARY.test(name) && !ATTEMPT.test(name)) ? removed(name) : [],
  );

/** Removes the oldest attempts where another one would be too many. */
export function withoutOldAttempts(header: string): string[] {
  const attempts = attemptsIn(header);
  const removals: string[] = [];
  let bytes = header.length;
  while (attempts.length >= MOST_ATTEMPTS || (attempts.length > 0 && bytes > MOST_HEADER_BYTES)) {
    const oldest = attempts.shift() ?? '';
    const own = pairsIn(header).filter(([name]) => name.endsWith(`.${oldest}`));
    for (const [name, value] of own) bytes -= name.length + value.length + 3;
    removals.push(...own.map(([name]) => removed(name)));
  }
  return removals;
}

const removed = (name: string): string => setCookie(name, '', 0);
