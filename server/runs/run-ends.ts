import { formatDuration } from '@/lib/runs/duration';
import type { RunError } from '@/lib/runs/run-error';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { env } from '@/server/env';
import { log } from '@/server/log';
import { NoSpace } from '@/server/results/result-space';
import { ResultTooLarge } from '@/server/results/write-result';
import { type RunEnd, runError } from '@/server/runs/settle-run';

/** Why a run is being stopped; the reason of its `AbortSignal`. */
export type StopReason = 'cancelled' | 'timed_out' | 'worker_stopping';

const failedWith = (error: RunError): RunEnd => ({ status: 'failed', endReason: 'error', errors: [error] });

export const failed = (message: string): RunEnd => failedWith(runError(message));

export const connectionDeleted = (): RunEnd =>
  failed('The connection of this command was deleted. Ask an admin to add it again.');

export function refused(): RunEnd {
  const error = runError(
    'The person who started this run no longer has access to the command.',
    'Ask an engineer of the command to share it again.',
  );
  return { status: 'failed', endReason: 'refused', errors: [error] };
}

/** @param errors what the source said; a run without any went well */
export function ended(errors: RunError[]): RunEnd {
  return errors.length === 0
    ? { status: 'success', endReason: null, errors: [] }
    : { status: 'failed', endReason: 'error', errors };
}

/** @param errors what the source said besides */
export function stopped(reason: StopReason, errors: RunError[] = []): RunEnd {
  switch (reason) {
    case 'cancelled':
      return {
        status: 'failed',
        endReason: 'cancelled',
        errors: [runError('The run was canceled.'), ...errors],
      };
    case 'timed_out': {
      const longest = formatDuration(env().runTimeoutMs);
      return {
        status: 'failed',
        endReason: 'timed_out',
        errors: [runError(`The run was stopped after ${longest}, the longest a run may take.`), ...errors],
      };
    }
    case 'worker_stopping':
      return {
        status: 'failed',
        endReason: 'worker_lost',
        errors: [
          runError(
            'The server was stopped during this run; the work at the source was stopped as well.',
            'It may have had effects. Look before you run it again.',
          ),
          ...errors,
        ],
      };
  }
}

/** What we do wrong is logged whole, and told as a mistake of ours. */
export function thrownEnd(runId: number, thrown: unknown): RunEnd {
  if (thrown instanceof ResultTooLarge || thrown instanceof NoSpace) return failed(thrown.message);
  if (thrown instanceof ConnectorError) {
    return failedWith({ ...(thrown.source ?? runError(thrown.message)), message: thrown.message });
  }
  log().error({ err: thrown, run: runId }, 'A run failed by a mistake of ours');
  return failed('Pushboard made a mistake while running this. The run may have had effects at its source.');
}
