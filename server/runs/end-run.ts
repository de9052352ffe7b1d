import { noFacts } from '@/lib/runs/result-facts';
import { untilDatabaseAnswers } from '@/server/database-down';
import { log } from '@/server/log';
import { learnOutputs } from '@/server/outputs/learn-outputs';
import type { ResultSummary } from '@/server/results/write-result';
import type { RunSink } from '@/server/runs/run-sink';
import { settleBulkRuns } from '@/server/runs/settle-bulk';
import { type RunEnd, type RunOutcome, runError, settleRun } from '@/server/runs/settle-run';

const NOT_KEPT: RunEnd = {
  status: 'failed',
  endReason: 'error',
  errors: [
    runError(
      "Something went wrong in Pushboard while saving this run's result. What the run did at the source is done.",
      'Check the source before you run it again.',
    ),
  ],
};

/** Saves the contents of a run's sink, and ends the run. If the database is down, it retries until that succeeds. */
export async function endRun(
  { orgId, runId, commandId }: { orgId: string; runId: number; commandId: number },
  workerId: string,
  sink: RunSink,
  wantedEnd: RunEnd,
): Promise<void> {
  const { end, result } = await store(runId, wantedEnd, sink);
  if (end.status === 'success') await learn(orgId, commandId, sink);
  const outcome = { end, result, facts: sink.facts, log: sink.logged.pending() };
  const settle = (what: RunOutcome) => untilDatabaseAnswers(() => settleRun(orgId, runId, workerId, what));
  const { isSettled, lastOf } = await settle(outcome).catch((thrown) => {
    // The database rejected some of the data; the run's end can be saved without it.
    log().error({ err: thrown, run: runId }, "A run's result could not be saved");
    return settle({ end: NOT_KEPT, result: { ...result, smallLines: null }, facts: noFacts(), log: null });
  });
  if (!isSettled) log().warn({ run: runId }, 'Another process ended a run while it was in progress');
  if (lastOf !== null) await settleBulk(lastOf);
}

async function settleBulk(parentRunId: number): Promise<void> {
  await settleBulkRuns(parentRunId).catch((thrown) => {
    // The search for lost work ends it.
    log().warn({ err: thrown, run: parentRunId }, 'A bulk run could not be ended');
  });
}

/** What a command returns is learned before its run ends, so that a client that waits for the run can read it. */
async function learn(orgId: string, commandId: number, { shape }: RunSink): Promise<void> {
  await learnOutputs(orgId, commandId, shape.outputs()).catch((thrown) => {
    // The run's end doesn't depend on it, and its next run learns the same.
    log().error({ err: thrown, command: commandId }, "A command's columns could not be stored");
  });
}

/** A run whose result ran out of space at the very end has failed as well. */
function withNoSpace(end: RunEnd, { noSpace }: ResultSummary): RunEnd {
  if (noSpace === null || end.errors.some(({ message }) => message === noSpace)) return end;
  return {
    status: 'failed',
    endReason: end.endReason ?? 'error',
    errors: [runError(noSpace), ...end.errors],
  };
}

/** Writes the result to the disk. If that fails, the run fails with the part that was written. */
async function store(
  runId: number,
  end: RunEnd,
  { result }: RunSink,
): Promise<{ end: RunEnd; result: ResultSummary }> {
  try {
    const summary = await result.finish();
    return { end: withNoSpace(end, summary), result: summary };
  } catch (thrown) {
    log().error({ err: thrown, run: runId }, 'A result could not be stored');
    const error = runError(
      "Couldn't save the result: Pushboard's disk failed. What the run did at the source is done.",
      'Ask your administrator to check the disk.',
    );
    return {
      end: { status: 'failed', endReason: 'error', errors: [error, ...end.errors] },
      result: result.summary(),
    };
  }
}
