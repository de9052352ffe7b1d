import type { RunningRuns } from '@/jobs/running-runs';
import type { TaskPayload } from '@/server/queue/tasks';
import { executeRun } from '@/server/runs/execute-run';

export async function executeRunTask(
  payload: TaskPayload<'execute_run'>,
  running: RunningRuns,
): Promise<void> {
  await running.track(payload.runId, (stop) => executeRun(payload.runId, running.workerId, stop));
}
