import type { LiveRun } from './run-stream';
import type { Run } from './use-run';

/** The request that a run waits for; null once it may start. The stream may know that before the run is read again. */
export function approvalToWaitFor(run: Run | null, live: LiveRun | null): Run['approval'] {
  if (run?.approval?.state !== 'waiting') return null;
  return live === null || live.status === 'starting' ? run.approval : null;
}
