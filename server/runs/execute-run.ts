import { formatDuration } from '@/lib/runs/duration';
import { openHeaders } from '@/server/configure/template-headers';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { openCredential } from '@/server/credentials/open-credential';
import { untilDatabaseAnswers } from '@/server/database-down';
import { env } from '@/server/env';
import { log } from '@/server/log';
import { type ResultSummary, ResultTooLarge, ResultWriter } from '@/server/results/write-result';
import { type ClaimedRun, claimRun } from '@/server/runs/claim-run';
import { type RunEnd, reportProgress, runError, settleRun } from '@/server/runs/settle-run';
import { type RunSnapshot, sentValues } from '@/server/runs/snapshot';
import { wakeWaitingRuns } from '@/server/runs/waiting-runs';

/** The first rows are told soon, so that somebody who waits sees them; after that it only counts. */
const FIRST_PROGRESS_MS = 200;
const PROGRESS_EVERY_MS = 1000;

/** Why a run is being stopped; the reason of its `AbortSignal`. */
export type StopReason = 'cancelled' | 'timed_out' | 'worker_stopping';

/**
 * Runs one run to its end. Whatever happens, it ends in a true state: what the source says becomes the run's
 * errors, what we do wrong is logged whole and told as a mistake of ours.
 *
 * @param stop aborted with a `StopReason` when the run is to be stopped.
 */
export async function executeRun(runId: number, workerId: string, stop: AbortSignal): Promise<void> {
  const claimed = await untilDatabaseAnswers(() => claimRun(runId, workerId));
  // Not ours: it was cancelled before it began, waits for a place, or another worker has it.
  if (claimed === null) return;
  const result = new ResultWriter(claimed.orgId, runId);
  const end = claimed.role === null ? refused() : await execute(runId, workerId, claimed, result, stop);
  const { settledEnd, summary } = await store(runId, end, result);
  const isSettled = await untilDatabaseAnswers(() => settleRun(runId, workerId, settledEnd, summary));
  if (!isSettled) log().warn({ run: runId }, 'A run was ended elsewhere while it was running');
  await untilDatabaseAnswers(() => wakeWaitingRuns(claimed.credentialId));
}

/** Puts the result on the disk; a disk that does not take it makes the run a failed one, with what is there. */
async function store(
  runId: number,
  end: RunEnd,
  result: ResultWriter,
): Promise<{ settledEnd: RunEnd; summary: ResultSummary }> {
  try {
    return { settledEnd: end, summary: await result.finish() };
  } catch (thrown) {
    log().error({ err: thrown, run: runId }, 'A result could not be stored');
    const error = runError(
      'The result could not be stored: the disk of Pushboard did not take it. What the run did at its source is done.',
      'Ask your administrator to make room.',
    );
    const settledEnd: RunEnd = { status: 'failed', endReason: 'error', errors: [error, ...end.errors] };
    return { settledEnd, summary: result.summary() };
  }
}

function refused(): RunEnd {
  const error = runError(
    'The person who started this run no longer has access to the command.',
    'Ask an engineer of the command to share it again.',
  );
  return { status: 'failed', endReason: 'refused', errors: [error] };
}

async function execute(
  runId: number,
  workerId: string,
  claimed: ClaimedRun,
  result: ResultWriter,
  stop: AbortSignal,
): Promise<RunEnd> {
  const snapshot: RunSnapshot = JSON.parse(claimed.snapshot);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort('timed_out' satisfies StopReason), env().runTimeoutMs);
  const signal = AbortSignal.any([stop, timeout.signal]);
  const tell = () => void tellProgress(runId, workerId, result);
  const firstProgress = setTimeout(tell, FIRST_PROGRESS_MS);
  const progress = setInterval(tell, PROGRESS_EVERY_MS);
  try {
    if (claimed.credential === null) {
      return failed('The connection of this command was deleted. Ask an admin to add it again.');
    }
    const source = openCredential(claimed.orgId, claimed.credential);
    const { errors } = await source.connector.execute(
      source.connection,
      source.context,
      {
        executable: snapshot.executable,
        values: sentValues(claimed.orgId, snapshot),
        inTransaction: snapshot.inTransaction,
        signal,
        headers: openHeaders(claimed.orgId, claimed.templateId, claimed.sealedHeaders),
      },
      result,
    );
    if (signal.aborted) return stopped(signal.reason, errors);
    return errors.length === 0
      ? { status: 'success', endReason: null, errors }
      : { status: 'failed', endReason: 'error', errors };
  } catch (thrown) {
    if (signal.aborted) return stopped(signal.reason, []);
    if (thrown instanceof ResultTooLarge) return failed(thrown.message);
    if (thrown instanceof ConnectorError) {
      const error = thrown.source ?? runError(thrown.message);
      return { status: 'failed', endReason: 'error', errors: [{ ...error, message: thrown.message }] };
    }
    log().error({ err: thrown, run: runId }, 'A run failed by a mistake of ours');
    return failed('Pushboard made a mistake while running this. The run may have had effects at its source.');
  } finally {
    clearTimeout(timer);
    clearTimeout(firstProgress);
    clearInterval(progress);
  }
}

function failed(message: string): RunEnd {
  return { status: 'failed', endReason: 'error', errors: [runError(message)] };
}

function stopped(reason: StopReason, errors: RunEnd['errors']): RunEnd {
  switch (reason) {
    case 'cancelled':
      return {
        status: 'failed',
        endReason: 'cancelled',
        errors: [runError('The run was cancelled.'), ...errors],
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

async function tellProgress(runId: number, workerId: string, result: ResultWriter): Promise<void> {
  try {
    await result.flush();
    await reportProgress(runId, workerId, { totalRows: result.rowCount, logText: result.logText });
  } catch (error) {
    log().warn({ err: error, run: runId }, 'The progress of a run could not be told');
  }
}
