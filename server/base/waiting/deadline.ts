import { TookTooLong } from './within-time';

/**
 * Does work for a limited time, and only while its caller waits. The work gets a signal, by which it closes what it has open;
 * whether or not it listens, this rejects as soon as the signal is aborted: with `TookTooLong` when the time is up, and with
 * the caller's reason when the caller has left.
 *
 * @param work also gets a function that gives it so much time from now on, for work that has moved on
 */
export async function withDeadline<T>(
  limitMs: number,
  caller: AbortSignal | null,
  work: (signal: AbortSignal, again: (limitMs: number) => void) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const { signal } = ending;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const again = (ms: number): void => {
    if (isOver) return;
    clearTimeout(timer);
    timer = setTimeout(() => ending.abort(new TookTooLong(ms)), ms);
  };
  again(limitMs);
  const onLeft = (): void => ending.abort(caller?.reason);
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  caller?.addEventListener('abort', onLeft, { once: true });
  if (caller?.aborted) onLeft();
  try {
    return await Promise.race([aborted, work(signal, again)]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    caller?.removeEventListener('abort', onLeft);
    signal.removeEventListener('abort', onAbort);
  }
}
