import { afterAll, beforeAll } from 'vitest';
import { type RunningWorker, startWorker } from '@/jobs/worker';
import { claimRuns } from '@/server/runs/execute/claim-runs';
import { executeRun } from '@/server/runs/execute/execute-run';

/** Serves the queue of a test file's application, in the test's own process. Call it after `withApp`. */
export function withWorker(): void {
  let worker: RunningWorker | undefined;
  beforeAll(async () => {
    worker = await startWorker();
  });
  afterAll(() => worker?.stop());
}

/** Takes the runs in line and executes them, where no worker serves the queue. Returns their ids. */
export async function executeWaiting(workerId = 'worker'): Promise<number[]> {
  const runs = await claimRuns(workerId, 20);
  await Promise.all(runs.map((run) => executeRun(run, workerId, new AbortController().signal)));
  return runs.map(({ runId }) => runId);
}
