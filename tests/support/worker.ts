import { afterAll, beforeAll } from 'vitest';
import { type RunningWorker, startWorker } from '@/jobs/worker';

/** Serves the queue of a test file's application, in the test's own process. Must stand after `withApp`. */
export function withWorker(): void {
  let worker: RunningWorker | undefined;
  beforeAll(async () => {
    worker = await startWorker();
  });
  afterAll(() => worker?.stop());
}
