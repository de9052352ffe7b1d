import { afterAll, beforeAll } from 'vitest';
import { type RunningWorker, startWorker } from '@/jobs/worker';
import { claimRuns } from '@/server/runs/execute/claim-runs';
import { executeRun } from '@/server/runs/execute/execute-run';

let worker: RunningWorker | undefined;

/** Serves the queue of a test file's application, in the test's own process. Call it after `withApp`. */
export function withWorker(): void {
  beforeAll(async () => {
    worker = await startWorker();
  });
  afterAll(async () => {
    await worker?.stop();
    worker = undefined;
  });
}

/** Takes the runs in line and executes them. Returns their ids. Refused while a worker serves: it may take them first. */
export async function executeWaiting(workerId = 'worker'): Promise<number[]> {
  if (worker !== undefined) throw new Error('A worker serves the queue: poll for what its runs do.');
  const runs = await claimRuns(workerId, 20);
  await Promise.all(runs.map((run) => executeRun(run, workerId, new AbortController().signal)));
  return runs.map(({ runId }) => runId);
}
