import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 100;

/**
 * Waits until `/readyz` answers 200.
 * @param isGivenUp asked between attempts; the wait ends when it says yes
 * @throws Error with the last answer, when the time is over
 */
export async function waitUntilReady(
  origin: string,
  patienceMs: number,
  isGivenUp: () => boolean,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  let last = 'there was no answer';
  while (Date.now() < deadline && !isGivenUp()) {
    try {
      const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) });
      if (response.ok) return;
      last = `the answer was ${response.status} ${await response.text()}`;
    } catch {
      // Not listening yet.
    }
    await sleep(pauseMs);
  }
  if (!isGivenUp())
    throw new Error(`${origin}/readyz did not become ready within ${patienceMs / 1000} s: ${last}`);
}
