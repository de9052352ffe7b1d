import statement from 'sql-template-tag';
import { untilDatabaseAnswers, untilRecorded } from '@/server/base/database/database-down';
import { execute } from '@/server/base/database/statements';
import { openCredential } from '@/server/connections/open-credential';
import type { StartedWork } from '@/server/connectors/types';
import { checkAtStart, LATER } from '@/server/runs/execute/check-at-start';
import type { ClaimedRun } from '@/server/runs/execute/claim-runs';
import { endRun } from '@/server/runs/execute/end-run';
import { callOf } from '@/server/runs/execute/execute-run';
import { lineUpAgain } from '@/server/runs/execute/line-up';
import { connectionDeleted, type RunEnd, refusalOf, thrownEnd } from '@/server/runs/execute/run-ends';
import { RunSink } from '@/server/runs/execute/run-sink';
import { inRunSpan, inSourceSpan } from '@/server/runs/execute/run-spans';

/** The name under which a run's work is started. It is unique across runs and installations. */
const nameOf = ({ runId, createdAt }: ClaimedRun): string =>
  `pushboard-${runId}-${createdAt.getTime().toString(36)}`;

/**
 * Starts a run whose work continues elsewhere, and releases it: from then on it holds no place. If this worker dies
 * before it saves the handle, the run goes back in line, and starting it again finds the same work.
 *
 * @param stop aborted when the worker stops; the run goes back in line then, too
 */
export async function startElsewhere(run: ClaimedRun, workerId: string, stop: AbortSignal): Promise<void> {
  await inRunSpan(run, async (span) => {
    const end = refusalOf(run) ?? (await start(run, workerId, stop));
    if (end === null) return;
    if (end.endReason !== null) span.fail(end.endReason);
    await endRun(run, workerId, new RunSink(run.orgId, run.runId), end);
  });
}

/** Returns how the run ended if it couldn't be started. */
async function start(run: ClaimedRun, workerId: string, stop: AbortSignal): Promise<RunEnd | null> {
  if (run.credential === null) return connectionDeleted();
  let mayBeSent = run.timesLost > 0;
  try {
    const opened = run.open();
    const verdict = await untilDatabaseAnswers(() => checkAtStart(run, opened), stop);
    if (verdict === LATER) {
      await untilRecorded(() => lineUpAgain(run, workerId));
      return null;
    }
    if (verdict !== null) return verdict;
    const { connector, connection, context } = await openCredential(run.orgId, run.credential, run);
    const { elsewhere } = connector;
    if (elsewhere === undefined) throw new Error(`${connector.label} does not run elsewhere`);
    const group = run.bulkRunId === null ? null : String(run.bulkRunId);
    const call = callOf(run, stop, opened);
    mayBeSent = true;
    const started = await inSourceSpan(run, 'start at the source', () =>
      elsewhere.start(connection, context, call, nameOf(run), group),
    );
    await untilRecorded(() => keepHandle(run, workerId, started));
    return null;
  } catch (thrown) {
    if (!stop.aborted) return thrownEnd(run.runId, thrown, mayBeSent);
    // Whether the work was started is unknown; the next worker finds out.
    await untilRecorded(() => backInLine(run, workerId));
    return null;
  }
}

async function keepHandle(
  { orgId, runId, isCancelled }: ClaimedRun,
  workerId: string,
  { handle, lookAgainMs, sharedAs }: StartedWork,
): Promise<void> {
  await execute(statement`update open_run o set state = 'elsewhere', handle = ${JSON.stringify(handle)},
       shared_as = ${sharedAs ?? null}, worker_id = null,
       look_at = case when r.cancel_requested_by is null and not ${isCancelled}
         then now() + make_interval(secs => ${lookAgainMs / 1000}) else now() end
     from run r
     where o.org_id = ${orgId} and o.run_id = ${runId} and o.state = 'beginning' and o.worker_id = ${workerId}
       and r.org_id = o.org_id and r.run_id = o.run_id`);
}

async function backInLine({ orgId, runId }: ClaimedRun, workerId: string): Promise<void> {
  await execute(statement`update open_run set state = 'waiting', worker_id = null,
       times_lost = times_lost + 1
     where org_id = ${orgId} and run_id = ${runId} and state = 'beginning' and worker_id = ${workerId}`);
}
