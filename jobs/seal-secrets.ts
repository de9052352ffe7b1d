import { sealStoredValues } from '@/server/automation/seal-stored-values';
import { transaction } from '@/server/base/database/db';
import { log } from '@/server/base/log';
import { sealSettings } from '@/server/commands/secrets/seal-settings';
import { advanceTask, endTask, takeSealingTask } from '@/server/commands/secrets/sealing-tasks';
import { sealRuns } from '@/server/runs/secrets/seal-runs';

/**
 * Seals the next batch of values that an input had before it became a secret. Returns 1, or 0 when nothing is due. A task
 * ends with its last run; runs in progress are looked at again later. Any number of workers may run batches at once.
 */
export async function sealSomeSecrets(): Promise<number> {
  return transaction(async (tx) => {
    const task = await takeSealingTask(tx);
    if (task === null) return 0;
    const { templateId: template, key: input, reachedRunId } = task;
    if (reachedRunId === 0) {
      await sealSettings(tx, task);
      await sealStoredValues(tx, task);
    }
    const { count, isLast, ...reached } = await sealRuns(tx, task);
    await advanceTask(tx, task, reached);
    const isOver = isLast && (await endTask(tx, task));
    log().info(
      { template, input, sealed: count, upToRun: reached.reachedRunId, isOver },
      'Sealed values of a new secret',
    );
    return 1;
  });
}
