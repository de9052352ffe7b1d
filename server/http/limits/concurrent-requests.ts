import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { processWide } from '@/server/base/process-wide';
import { once } from '@/server/base/waiting/once';
import { shareOf } from '@/server/http/limits/web-processes';

const RETRY_AFTER_SECONDS = 2;

const counts = (): Map<string, number> => processWide('counts requests', () => new Map());

/**
 * Counts a request of a caller until the answered function is called. How many begin a second is limited elsewhere;
 * this bounds those that stay: event streams, downloads, and whatever waits for the end of a run, each of which looks
 * into the database for as long as it lasts. Throws 429 where the caller has this process's share of the limit.
 *
 * @param caller a person's id, or an address
 */
export function countRequest(caller: string): () => void {
  const count = counts().get(caller) ?? 0;
  if (count >= shareOf(env().requestsAtOnce)) {
    throw new AppError(
      'too_many_requests',
      'Too many of your requests are still being answered. Close some pages, or wait for some of them to end.',
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
  counts().set(caller, count + 1);
  return once(() => {
    const left = (counts().get(caller) ?? 1) - 1;
    if (left === 0) counts().delete(caller);
    else counts().set(caller, left);
  });
}
