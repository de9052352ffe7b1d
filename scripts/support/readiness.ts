import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 100;

/**
 * Waits until `/readyz` responds with 200.
 * @param since only a look that began after this counts; `/readyz` repeats what it found for a second
 * @param isGivenUp called between attempts; true ends the wait
 * @throws Error with the last response when the time is up
 */
export async function waitUntilReady(
  origin: string,
  patienceMs: number,
  isGivenUp: () => boolean,
  since?: Date,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  let last = 'there was no response';
  while (Date.now() < deadline && !isGivenUp()) {
    try {
      const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) });
      const text = await response.text();
      if (response.ok && isAfter(text, since)) return;
      last = `the response was ${response.status} ${text}`;
    } catch {
      // Not listening yet.
    }
    await sleep(pauseMs);
  }
  if (!isGivenUp())
    throw new Error(`${origin}/readyz did not become ready within ${patienceMs / 1000} s: ${last}`);
}

function isAfter(answer: string, since: Date | undefined): boolean {
  if (since === undefined) return true;
  const { checked_at: checkedAt }: { checked_at: string } = JSON.parse(answer);
  return new Date(checkedAt) >= since;
}
