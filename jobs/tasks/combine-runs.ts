import type { RunningRuns } from '@/jobs/running-runs';
import { makeCombined } from '@/server/combined/make-combined';
import type { TaskPayload } from '@/server/queue/tasks';

export async function combineRunsTask(
  payload: TaskPayload<'combine_runs'>,
  running: RunningRuns,
): Promise<void> {
  await makeCombined(payload.combinedId, running.workerId);
}
