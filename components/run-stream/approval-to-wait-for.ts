import { hasEnded, type RunStatus } from '@/lib/runs/run-status';
import type { LiveRun } from './run-stream';
import type { Run } from './use-run';

/** The request that a run waits for; null once it may start. The stream may know that before the run is read again. */
export function approvalToWaitFor(run: Run | null, live: LiveRun | null): Run['approval'] {
  if (run?.approval?.state !== 'waiting') return null;
  return live === null || live.status === 'starting' ? run.approval : null;
}

/**
 * What the reader of a run may do to end it; null for nothing. Only its asker withdraws a request for approval: those who
 * may answer it deny it instead, with a reason.
 */
export function wayToEnd(
  status: RunStatus,
  held: Pick<NonNullable<Run['approval']>, 'mayView' | 'mayAnswer'> | null,
): 'Cancel' | 'Withdraw' | null {
  if (hasEnded(status)) return null;
  if (held === null) return 'Cancel';
  return held.mayView && !held.mayAnswer ? 'Withdraw' : null;
}
