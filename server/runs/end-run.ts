import { noFacts } from '@/lib/runs/result-facts';
import { untilDatabaseAnswers } from '@/server/database-down';
import { log } from '@/server/log';
import type { ResultSummary } from '@/server/results/write-result';
import type { RunSink } from '@/server/runs/run-sink';
import { type RunEnd, type RunOutcome, runError, settleRun } from '@/server/runs/settle-run';

const NOT_KEPT: RunEnd = {
  status: 'failed',
  endReason: 'error',
  errors: [
    runError(
      'Pushboard made a mistake while keeping what this run answered. What it did at its source is done.',
      'Look there before you run it again.',
    ),
  ],
};

/** Keeps what a run left in its sink, and ends it. However long the database is away, it is done in the end. */
export async function endRun(
  { orgId, runId }: { orgId: string; runId: number },
  workerId: string,
  sink: RunSink,
  wantedEnd: RunEnd,
): Promise<void> {
  const { end, result } = await store(runId, wantedEnd, sink);
  const outcome = { end, result, facts: sink.facts, log: sink.logged.pending() };
  const settle = (what: RunOutcome) => untilDatabaseAnswers(() => settleRun(orgId, runId, workerId, what));
  const isSettled = await settle(outcome).catch((thrown) => {
    // The database refused something of what came; that the run ended can be kept without it.
    log().error({ err: thrown, run: runId }, 'What a run answered could not be kept');
    return settle({ end: NOT_KEPT, result: { ...result, smallLines: null }, facts: noFacts(), log: null });
  });
  if (!isSettled) log().warn({ run: runId }, 'A run was ended elsewhere while it was running');
}

/** A run whose result found no room only at its end is a failed one as well. */
function withNoSpace(end: RunEnd, { noSpace }: ResultSummary): RunEnd {
  if (noSpace === null || end.errors.some(({ message }) => message === noSpace)) return end;
  return {
    status: 'failed',
    endReason: end.endReason ?? 'error',
    errors: [runError(noSpace), ...end.errors],
  };
}

/** Puts the result on the disk; a disk that does not take it makes the run a failed one, with what is there. */
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
      "Couldn't save the result: the disk of Pushboard failed. What the run did at its source is done.",
      'Ask your administrator to look at the disk.',
    );
    return {
      end: { status: 'failed', endReason: 'error', errors: [error, ...end.errors] },
      result: result.summary(),
    };
  }
}
