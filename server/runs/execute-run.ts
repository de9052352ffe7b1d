import type { AccessRole } from '@/lib/access/vocabulary';
import { commandAccess } from '@/server/access/scope';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import {
  openCredential,
  STORED_CREDENTIAL,
  type StoredCredential,
} from '@/server/credentials/open-credential';
import { sql } from '@/server/db';
import { env } from '@/server/env';
import { log } from '@/server/log';
import { ResultWriter } from '@/server/results/write-result';
import { notifyRunChangedSql } from '@/server/runs/run-changes';
import { type RunEnd, reportProgress, runError, settleRun } from '@/server/runs/settle-run';
import type { RunSnapshot } from '@/server/runs/snapshot';

const PROGRESS_EVERY_MS = 1000;

/** Why a run is being stopped; the reason of its `AbortSignal`. */
export type StopReason = 'cancelled' | 'timed_out' | 'worker_stopping';

interface Claimed {
  org_id: string;
  snapshot: string;
  /** The starter's role on the command, now. */
  role: AccessRole | null;
  /** Null where the connection was deleted since. */
  credential: StoredCredential | null;
}

/**
 * Takes a run off the queue: only one worker can, and only one that was started and not yet ended. The same
 * look tells whether the starter may still run the command, and with which connection.
 */
async function claim(runId: number, workerId: string): Promise<Claimed | null> {
  const [row] = await sql.query<Omit<Claimed, 'credential'> & StoredCredential>(
    `with claimed as (
       update run set status = 'running', started_at = now(), worker_id = $2
       where run_id = $1 and status = 'starting' and queued_at is not null
       returning run_id, org_id, command_id, started_by_user_id, snapshot
     ), told as (select ${notifyRunChangedSql('run_id')} from claimed)
     select claimed.org_id, claimed.snapshot, access.role, ${STORED_CREDENTIAL}
     from claimed
     cross join told
     left join command c on c.org_id = claimed.org_id and c.command_id = claimed.command_id
       and c.deleted_at is null
     left join credential k on k.org_id = claimed.org_id
       and k.credential_id = (claimed.snapshot::json ->> 'credentialId')::int
     ${commandAccess('claimed.started_by_user_id')}`,
    [runId, workerId],
  );
  if (row === undefined) return null;
  const { org_id, snapshot, role, ...credential } = row;
  return { org_id, snapshot, role, credential: credential.credential_id === null ? null : credential };
}

/**
 * Runs one run to its end. Whatever happens, it ends in a true state: what the source says becomes the run's
 * errors, what we do wrong is logged whole and told as a mistake of ours.
 *
 * @param stop aborted with a `StopReason` when the run is to be stopped.
 */
export async function executeRun(runId: number, workerId: string, stop: AbortSignal): Promise<void> {
  const claimed = await claim(runId, workerId);
  // Not ours: it was cancelled before it began, or another worker has it.
  if (claimed === null) return;
  const result = new ResultWriter(claimed.org_id, runId);
  const end = claimed.role === null ? refused() : await execute(runId, workerId, claimed, result, stop);
  const summary = await result.finish();
  if (!(await settleRun(runId, workerId, end, summary))) {
    log().warn({ run: runId }, 'A run was ended elsewhere while it was running');
  }
}

function refused(): RunEnd {
  const error = runError(
    'The person who started this run has no access to the command any more.',
    'Ask an engineer of the command to share it again.',
  );
  return { status: 'failed', endReason: 'refused', errors: [error] };
}

async function execute(
  runId: number,
  workerId: string,
  claimed: Claimed,
  result: ResultWriter,
  stop: AbortSignal,
): Promise<RunEnd> {
  const snapshot: RunSnapshot = JSON.parse(claimed.snapshot);
  const timeoutMs = env().runTimeoutHours * 3_600_000;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort('timed_out' satisfies StopReason), timeoutMs);
  const signal = AbortSignal.any([stop, timeout.signal]);
  const progress = setInterval(() => void tellProgress(runId, workerId, result), PROGRESS_EVERY_MS);
  try {
    if (claimed.credential === null) {
      return failed('The connection of this command was deleted. Ask an admin to add it again.');
    }
    const source = openCredential(claimed.org_id, claimed.credential);
    const { errors } = await source.connector.execute(
      source.connection,
      source.context,
      {
        executable: snapshot.executable,
        values: snapshot.values,
        inTransaction: snapshot.inTransaction,
        signal,
      },
      result,
    );
    if (signal.aborted) return stopped(signal.reason, errors);
    return errors.length === 0
      ? { status: 'success', endReason: null, errors }
      : { status: 'failed', endReason: 'error', errors };
  } catch (thrown) {
    if (signal.aborted) return stopped(signal.reason, []);
    if (thrown instanceof ConnectorError) {
      const error = thrown.source ?? runError(thrown.message);
      return { status: 'failed', endReason: 'error', errors: [{ ...error, message: thrown.message }] };
    }
    log().error({ err: thrown, run: runId }, 'A run failed by a mistake of ours');
    return failed('Pushboard made a mistake while running this. The run may have had effects at its source.');
  } finally {
    clearTimeout(timer);
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
      const hours = env().runTimeoutHours;
      return {
        status: 'failed',
        endReason: 'timed_out',
        errors: [
          runError(`The run was stopped after ${hours} hours, the longest a run may take.`),
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
            'The server was stopped while this was running; the work at the source was stopped, too.',
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
