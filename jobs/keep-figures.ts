import { attempt } from '@/jobs/attempt';
import type { DueWorkLook } from '@/jobs/due-work';
import { pause } from '@/jobs/pause';
import { clock } from '@/server/base/clock';
import { checkFigures } from '@/server/insight/rollup/check-figures';
import { BATCH_RUNS, RunCounter } from '@/server/insight/rollup/count-runs';

/** What ended is counted this often. */
const COUNT_EVERY_MS = 1000;
/** Between batches of old runs, so that they never hold up what people wait for. */
const LEAST_PAUSE_MS = 100;
/** Counting takes at most this part of a worker's time while it has caught up. */
const MOST_OF_TIME = 0.1;
/** This often the worker looks whether the daily check is due. */
const LOOK_FOR_CHECK_MS = 10 * 60 * 1000;

/** Keeps the figures of Analytics for as long as the worker serves. */
export async function keepFigures(stop: AbortSignal, dueWork: DueWorkLook): Promise<void> {
  const counter = new RunCounter();
  let checkAtMs = performance.now() + LOOK_FOR_CHECK_MS;
  while (!stop.aborted) {
    const startedAtMs = performance.now();
    const count = await attempt('count runs', async () => {
      const { uncounted } = await dueWork.recent();
      return uncounted ? counter.nextBatch() : 0;
    });
    if (startedAtMs > checkAtMs) {
      checkAtMs = startedAtMs + LOOK_FOR_CHECK_MS;
      await attempt('check the figures', () => checkFigures(clock.nowMs()));
    }
    const tookMs = performance.now() - startedAtMs;
    const hasMore = count !== null && count >= BATCH_RUNS;
    const pauseMs = hasMore
      ? Math.max(LEAST_PAUSE_MS, tookMs)
      : Math.max(COUNT_EVERY_MS, tookMs / MOST_OF_TIME);
    await pause(pauseMs, stop);
  }
}
