import type { Actor } from '@/lib/access/vocabulary';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { processWide } from '@/server/base/process-wide';

const RETRY_AFTER_SECONDS = 2;

const counts = (): Map<string, number> => processWide('counts requests', () => new Map());

/**
 * Counts a request of a person until the answered function is called. How many begin a second is limited elsewhere;
 * this bounds those that stay: event streams, downloads, and whatever waits for the end of a run, each of which looks
 * into the database for as long as it lasts. Throws 429 where the person has as many as one may have in this process.
 */
export function countRequest(actor: Actor): () => void {
  if (actor.kind === 'signedOut') return () => {};
  const { userId } = actor;
  const count = counts().get(userId) ?? 0;
  if (count >= env().requestsAtOnce) {
    throw new AppError(
      'too_many_requests',
      'Too many of your requests are still being answered. Close some pages, or wait for some of them to end.',
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
  counts().set(userId, count + 1);
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    const left = (counts().get(userId) ?? 1) - 1;
    if (left === 0) counts().delete(userId);
    else counts().set(userId, left);
  };
}
