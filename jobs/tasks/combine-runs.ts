import type { RunningRuns } from '@/jobs/running-runs';
import type { TaskPayload } from '@/server/base/events/tasks';
import { makeCombined } from '@/server/results/combined/make-combined';

export async function combineRunsTask(
  payload: TaskPayload<'combine_runs'>,
  running: RunningRuns,
): Promise<void> {
  await makeCombined(payload.combinedId, running.workerId);
}
