import { pause } from '@/jobs/pause';
import { warnOf } from '@/server/base/database/database-down';
import { unhurried } from '@/server/base/database/patience';

/** The least pause between batches of work in the background, so that it never holds up what people wait for. */
const LEAST_PAUSE_MS = 100;
/** The least pause before a batch that failed is tried again. */
const PAUSE_AFTER_FAILURE_MS = 1000;

/** Does a batch after the other until one had nothing to do; pauses as long as it works. */
export async function inBatches(
  name: string,
  stop: AbortSignal,
  batch: () => Promise<number>,
): Promise<void> {
  while (!stop.aborted) {
    const startedAtMs = performance.now();
    const count = await unhurried(batch).catch((error) => {
      warnOf(error, `The worker failed at ${name}; trying again`);
      return null;
    });
    if (count === 0) return;
    const leastMs = count === null ? PAUSE_AFTER_FAILURE_MS : LEAST_PAUSE_MS;
    const pauseMs = Math.max(leastMs, performance.now() - startedAtMs);
    await pause(pauseMs, stop);
  }
}
