import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 100;

/**
 * Waits until `/readyz` responds with 200.
 * @param isGivenUp called between attempts; true ends the wait
 * @throws Error with the last response when the time is up
 */
export async function waitUntilReady(
  origin: string,
  patienceMs: number,
  isGivenUp: () => boolean,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  let last = 'there was no response';
  while (Date.now() < deadline && !isGivenUp()) {
    try {
      const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) });
      if (response.ok) return;
      last = `the response was ${response.status} ${await response.text()}`;
    } catch {
      // Not listening yet.
    }
    await sleep(pauseMs);
  }
  if (!isGivenUp())
    throw new Error(`${origin}/readyz did not become ready within ${patienceMs / 1000} s: ${last}`);
}
