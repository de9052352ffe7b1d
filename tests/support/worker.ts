import { afterAll, beforeAll } from 'vitest';
import { type RunningWorker, startWorker } from '@/jobs/worker';
import { claimRuns } from '@/server/runs/claim-runs';
import { executeRun } from '@/server/runs/execute-run';

/** Serves the queue of a test file's application, in the test's own process. Must stand after `withApp`. */
export function withWorker(): void {
  let worker: RunningWorker | undefined;
  beforeAll(async () => {
    worker = await startWorker();
  });
  afterAll(() => worker?.stop());
}

/** Takes what is in line, and executes it, where no worker serves it. Answers which runs it took. */
export async function executeWaiting(workerId = 'worker'): Promise<number[]> {
  const runs = await claimRuns(workerId, 20);
  await Promise.all(runs.map((run) => executeRun(run, workerId, new AbortController().signal)));
  return runs.map(({ runId }) => runId);
}
