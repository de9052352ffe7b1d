import { TookTooLong } from './within-time';

/**
 * Does work for a limited time, and only while its caller waits. The work gets a signal, by which it closes what it has open;
 * whether or not it listens, this rejects as soon as the signal is aborted: with `TookTooLong` when the time is up, and with
 * the caller's reason when the caller has left.
 */
export async function withDeadline<T>(
  limitMs: number,
  caller: AbortSignal | null,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const { signal } = ending;
  const timer = setTimeout(() => ending.abort(new TookTooLong(limitMs)), limitMs);
  const onLeft = (): void => ending.abort(caller?.reason);
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  caller?.addEventListener('abort', onLeft, { once: true });
  if (caller?.aborted) onLeft();
  try {
    return await Promise.race([aborted, work(signal)]);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', onLeft);
    signal.removeEventListener('abort', onAbort);
  }
}
