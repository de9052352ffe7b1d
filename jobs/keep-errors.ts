import { attempt } from '@/jobs/attempt';
import type { DueWorkLook } from '@/jobs/due-work';
import { pause } from '@/jobs/pause';
import { clock } from '@/server/base/clock';
import { BATCH_FAILURES, groupFailures } from '@/server/insight/errors/group-failures';
import { mailErrors } from '@/server/insight/errors/mail-errors';

/** What failed is grouped this often. */
const GROUP_EVERY_MS = 1000;
/** Between batches of old failures, so that they never hold up what people wait for. */
const LEAST_PAUSE_MS = 100;

/** Groups failures and sends people what they are told of them, for as long as the worker serves. */
export async function keepErrors(stop: AbortSignal, dueWork: DueWorkLook): Promise<void> {
  while (!stop.aborted) {
    const startedAtMs = performance.now();
    const taken = await attempt('group failures', async () => {
      const { failures } = await dueWork.recent();
      return failures ? groupFailures(clock.nowMs()) : 0;
    });
    await attempt('send messages about errors', async () => {
      const { error_mail } = await dueWork.recent();
      if (error_mail) await mailErrors();
    });
    const hasMore = taken !== null && taken >= BATCH_FAILURES;
    const pauseMs = hasMore ? Math.max(LEAST_PAUSE_MS, performance.now() - startedAtMs) : GROUP_EVERY_MS;
    await pause(pauseMs, stop);
  }
}
