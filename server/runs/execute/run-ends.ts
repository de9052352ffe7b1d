import { formatDuration } from '@/lib/runs/duration';
import { type RunError, runError } from '@/lib/runs/run-error';
import { env } from '@/server/base/env';
import { log } from '@/server/base/log';
import { MissingKeyError } from '@/server/base/secrets/seal';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { ROLLED_BACK } from '@/server/connectors/_shared/stopped';
import { NoSpace } from '@/server/results/stored/result-space';
import { ResultTooLarge } from '@/server/results/stored/write-result';
import type { ClaimedRun } from '@/server/runs/execute/claim-runs';

export type EndReason = 'error' | 'cancelled' | 'timed_out' | 'worker_lost' | 'refused' | 'never_started';

/** How a run ended. */
export type RunEnd =
  | { status: 'success'; endReason: null; errors: [] }
  | { status: 'failed'; endReason: EndReason; errors: RunError[] };

/** Why a run is being stopped; the reason of its `AbortSignal`. */
export type StopReason = 'cancelled' | 'timed_out' | 'worker_stopping';

const failedWith = (error: RunError): RunEnd => ({ status: 'failed', endReason: 'error', errors: [error] });

export const failed = (message: string): RunEnd => failedWith(runError(message));

export const connectionDeleted = (): RunEnd =>
  failed('The connection of this command was deleted. Ask an admin to add it again.');

/** How a run ends that may no longer start when its turn comes; null if it may. */
export function refusalOf({
  role,
  isCopycat,
  isTokenRevoked,
  isApprovalVoid,
}: Pick<ClaimedRun, 'role' | 'isCopycat' | 'isTokenRevoked' | 'isApprovalVoid'>): RunEnd | null {
  if (role === null && isCopycat) {
    return refused(
      'This command is a copy. The command it was copied from was deleted, or the person who started this run no longer has access to it.',
      'Ask an engineer of that command to share it again.',
    );
  }
  if (role === null) {
    return refused(
      'The person who started this run no longer has access to the command.',
      'Ask an engineer of the command to share it again.',
    );
  }
  if (isTokenRevoked) {
    return refused(
      'The token that started this run was revoked while the run was waiting.',
      'Start it again with another token, or in Pushboard.',
    );
  }
  if (isApprovalVoid) {
    return refused(
      'The approval of this run is void: the command, its connection, or the values changed after it was granted.',
      'Run it again to ask again.',
    );
  }
  return null;
}

/** How a run ends that is not sent to its source. */
export const refused = (message: string, nextStep: string): RunEnd => ({
  status: 'failed',
  endReason: 'refused',
  errors: [runError(message, nextStep)],
});

/** @param errors the source's errors; a run without any succeeded */
export function ended(errors: RunError[]): RunEnd {
  return errors.length === 0
    ? { status: 'success', endReason: null, errors: [] }
    : { status: 'failed', endReason: 'error', errors };
}

export const NOT_BEGUN = 'It had not begun, so nothing was changed.';

const UNDONE = { 'rolled back': ROLLED_BACK, 'not begun': NOT_BEGUN };

/** What else is known about a run that was stopped. */
interface StoppedWork {
  /** The source's errors, if any. */
  errors?: RunError[];
  /** Whether the source undid everything, or was never asked. */
  undone?: 'rolled back' | 'not begun';
}

/** @param limitMs how long the run was allowed to take */
export function stopped(reason: StopReason, limitMs: number, work: StoppedWork = {}): RunEnd {
  const { errors = [] } = work;
  const hint = work.undone === undefined ? null : UNDONE[work.undone];
  switch (reason) {
    case 'cancelled':
      return {
        status: 'failed',
        endReason: 'cancelled',
        errors: [runError('The run was canceled.', hint), ...errors],
      };
    case 'timed_out': {
      const limit =
        limitMs < env().runTimeoutMs ? 'the time limit that its engineers set' : 'the longest a run may take';
      return {
        status: 'failed',
        endReason: 'timed_out',
        errors: [
          runError(`The run was stopped after ${formatDuration(limitMs)}, ${limit}.`, hint),
          ...errors,
        ],
      };
    }
    case 'worker_stopping':
      return {
        status: 'failed',
        endReason: 'worker_lost',
        errors: [
          runError(
            'The server was stopped during this run, and so was the work at the source.',
            hint ?? 'It may have had effects. Check the source before you run it again.',
          ),
          ...errors,
        ],
      };
  }
}

const NOT_SENT = 'Nothing was sent to the source.';

/**
 * Logs an internal error in full, and reports it without details.
 *
 * @param mayBeSent whether the run may have reached the source, now or before its worker was lost
 */
export function thrownEnd(runId: number, thrown: unknown, mayBeSent = true): RunEnd {
  if (thrown instanceof ResultTooLarge || thrown instanceof NoSpace) return failed(thrown.message);
  if (thrown instanceof ConnectorError) {
    const hint = thrown.cause instanceof MissingKeyError && !mayBeSent ? NOT_SENT : null;
    return failedWith({ ...(thrown.source ?? runError(thrown.message, hint)), message: thrown.message });
  }
  if (thrown instanceof MissingKeyError && !mayBeSent)
    return failedWith(runError(`A secret value of this run can't be opened: ${thrown.reason}`, NOT_SENT));
  log().error({ err: thrown, run: runId }, 'A run failed with an internal error');
  return failed(
    'Something went wrong in Pushboard during this run. The run may have had effects at the source.',
  );
}
