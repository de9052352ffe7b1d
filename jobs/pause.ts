import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a while, or until the worker stops. */
export const pause = (ms: number, stop: AbortSignal): Promise<void> =>
  // Only the signal rejects it, and those who wait look at that themselves.
  sleep(ms, undefined, { signal: stop }).catch(() => undefined);

/** Does work at once and again and again, with a pause after each time, for as long as the worker serves. */
export async function asLongAsServing(
  stop: AbortSignal,
  pauseMs: number,
  work: () => Promise<void>,
): Promise<void> {
  while (!stop.aborted) {
    await work();
    await pause(pauseMs, stop);
  }
}
