import { pause } from '@/jobs/pause';
import { warnOf } from '@/server/base/database/database-down';
import { unhurried } from '@/server/base/database/patience';
import { lookAtNextDue } from '@/server/sources/forecast/due-looks';

/** This often the worker looks whether a source is due. */
const LOOK_FOR_DUE_MS = 10_000;
/** Between two sources that are due. */
const LEAST_PAUSE_MS = 100;

/** Looks at the sources that are due, one after another, for as long as the worker serves. */
export async function lookAtSources(stop: AbortSignal): Promise<void> {
  const stopped = new Promise<number>((resolve) =>
    stop.addEventListener('abort', () => resolve(0), { once: true }),
  );
  while (!stop.aborted) {
    const looking = unhurried(lookAtNextDue).catch((error) => {
      warnOf(error, 'The worker failed to look at a source; it goes on with the next one');
      return 0;
    });
    // A source may take long to answer, and nothing is lost if the worker ends before.
    const count = await Promise.race([looking, stopped]);
    const pauseMs = count === 0 ? LOOK_FOR_DUE_MS : LEAST_PAUSE_MS;
    await pause(pauseMs, stop);
  }
}
