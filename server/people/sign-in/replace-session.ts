import { transaction } from '@/server/base/database/db';
import {
  endSession,
  formerSessionToken,
  SESSION_MAX_AGE_MS,
  sessionCookie,
  sessionToken,
  withoutFormerCookie,
} from '@/server/people/sign-in/session';

/**
 * Returns the `Set-Cookie` values of a new session, and ends the browser's earlier ones: session ids are never reused.
 */
export async function sessionCookies(
  token: string,
  { headers }: Pick<Request, 'headers'>,
): Promise<string[]> {
  const header = headers.get('cookie');
  const former = formerSessionToken(header);
  for (const ended of [sessionToken(header), former]) {
    if (ended !== null && ended !== token) await transaction((tx) => endSession(tx, ended));
  }
  return [...(former === null ? [] : [withoutFormerCookie]), sessionCookie(token, SESSION_MAX_AGE_MS / 1000)];
}
