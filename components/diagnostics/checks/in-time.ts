import { ApiError } from '@/lib/client/api-client';

/** The server gives each check 30 seconds; a server that can't be reached is given up a little later. */
const PATIENCE_MS = 35_000;

const tooLate = () =>
  new ApiError(504, 'timed_out', `The server did not answer within ${PATIENCE_MS / 1_000} seconds.`);

/** @throws ApiError if the work isn't done in time */
export async function inTime<T>(signal: AbortSignal, work: (limited: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const giveUp = () => limit.abort();
  const timer = setTimeout(() => limit.abort(tooLate()), PATIENCE_MS);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}
