import statement, { empty, type Sql as Statement } from 'sql-template-tag';
import { hasFacts, noFacts, type ResultFacts } from '@/lib/results/result-facts';
import { runError } from '@/lib/runs/run-error';
import { isRejected, untilRecorded } from '@/server/base/database/database-down';
import { column, query } from '@/server/base/database/statements';
import { ANNOUNCED, announced, announcing } from '@/server/base/events/announcer';
import { RUN_ENDS } from '@/server/base/events/run-changes';
import { log } from '@/server/base/log';
import { learnOutputs } from '@/server/commands/outputs/learn-outputs';
import { longRunsTold } from '@/server/messages/notify';
import { countResult } from '@/server/results/stored/result-usage';
import type { ResultSummary } from '@/server/results/stored/write-result';
import { settleBulkRuns } from '@/server/runs/bulk/settle-bulk';
import { QUEUED } from '@/server/runs/execute/line-up';
import { retryParts } from '@/server/runs/execute/retry-run';
import type { RunEnd } from '@/server/runs/execute/run-ends';
import { insertLog, type LogPiece } from '@/server/runs/execute/run-log';
import { newsOf } from '@/server/runs/execute/run-news';
import type { RunSink } from '@/server/runs/execute/run-sink';

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

/** Saves the contents of a run's sink, and ends the run. If that fails, it retries until it succeeds, whatever the reason. */
export async function endRun(
  { orgId, runId, commandId }: { orgId: string; runId: number; commandId: number },
  workerId: string,
  sink: RunSink,
  wantedEnd: RunEnd,
): Promise<void> {
  const { end, result } = await store(runId, wantedEnd, sink);
  if (end.status === 'success') await learn(orgId, commandId, sink);
  const minutesSaved = end.status === 'success' ? sink.minutesSaved : null;
  const outcome = {
    end,
    result,
    facts: sink.facts,
    minutesSaved,
    log: sink.logged.pending(),
    isLogWhole: sink.logged.isUnsaved,
  };
  const bare = {
    end: NOT_KEPT,
    result: { ...result, smallLines: null },
    facts: noFacts(),
    minutesSaved: null,
    log: null,
    isLogWhole: outcome.isLogWhole,
  };
  const settle = async (): Promise<Settled> => {
    try {
      return await settleRun(orgId, runId, workerId, outcome);
    } catch (thrown) {
      if (!isRejected(thrown)) throw thrown;
      // If the database rejected some of the data, the run's end can be saved without it.
      log().error({ err: thrown, run: runId }, "A run's result could not be saved");
      return settleRun(orgId, runId, workerId, bare);
    }
  };
  const { isSettled, lastOf } = await untilRecorded(settle, () => true);
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
      'Ask the people who run Pushboard to check the disk.',
    );
    return {
      end: { status: 'failed', endReason: 'error', errors: [error, ...end.errors] },
      result: result.summary(),
    };
  }
}

/** What a run leaves behind. */
interface RunOutcome {
  end: RunEnd;
  result: ResultSummary;
  facts: ResultFacts;
  /** By its own result; null for a command whose results don't tell. */
  minutesSaved: number | null;
  /** The part of its log that isn't saved yet. */
  log: LogPiece | null;
  /** Whether that is all of it. */
  isLogWhole: boolean;
}

/** What ending a run did. */
interface Settled {
  /** False if another process had ended it. */
  isSettled: boolean;
  /** The bulk run that may have ended with it, since no row of it waits. */
  lastOf: number | null;
}

const SETTLED = { ...ANNOUNCED, last_of: column.int.nullable() };

/** Most results are small; their statement stays short. */
const counted = ({ fileBytes }: ResultSummary): Statement =>
  fileBytes === 0 ? empty : statement`counted as (${countResult(statement`settled`, fileBytes)}), `;

/** Runs that fill dropdowns or run on startup save nobody anything. */
const saved = (minutes: number | null): Statement =>
  minutes === null
    ? empty
    : statement`saved as (
        insert into run_saving (org_id, run_id, command_id, created_at, minutes)
        select org_id, run_id, command_id, created_at, ${minutes} from settled
        where trigger not in ('dropdown', 'startup')
      ), `;

/**
 * Ends a run of this worker, and announces it to watchers, and to workers if others wait for its place. Does nothing if
 * another process ended the run meanwhile.
 */
async function settleRun(
  orgId: string,
  runId: number,
  workerId: string,
  { end, result, facts, minutesSaved, log: lines, isLogWhole }: RunOutcome,
): Promise<Settled> {
  const rows = await announcing((isLate) =>
    query(
      SETTLED,
      statement`with settled as (
       update run set status = ${end.status}::run_status, end_reason = ${end.endReason}::run_end_reason,
         errors = ${end.errors.length === 0 ? null : JSON.stringify(end.errors)}::text::jsonb, ended_at = now(),
         payload_format = ${result.payloadFormat}, total_rows = ${result.totalRows},
         is_truncated = ${result.isTruncated}, has_result = ${result.hasResult}, result_bytes = ${result.fileBytes},
         result_store_id = ${result.storeId}, result_hash = ${result.hash},
         result_facts = ${hasFacts(facts) ? JSON.stringify(facts) : null}
       where org_id = ${orgId} and run_id = ${runId} and status = 'running' and exists (
         select from open_run o where o.org_id = ${orgId} and o.run_id = ${runId} and o.worker_id = ${workerId})
       returning *
     ), ${longRunsTold(statement`settled`)}, left_line as (
       delete from open_run o using settled where o.org_id = settled.org_id and o.run_id = settled.run_id
       returning o.parent_run_id, o.news_channel
     ), answered as (
       insert into run_result (org_id, run_id, lines)
       select org_id, run_id, ${result.smallLines ?? ''} from settled where ${result.smallLines !== null}
       returning lines
     ), ${end.status === 'success' ? empty : statement`${retryParts(statement`settled`, statement`${end.endReason}::text`)}, `}${counted(result)}${saved(minutesSaved)}logged as (${insertLog(statement`settled`, lines)} returning text),
     awaited as (
       select settled.*, left_line.news_channel from settled, left_line
       where left_line.news_channel is not null and ${isLogWhole} and (${lines === null} or exists (select from logged))
     ),
     announcement as (
       ${newsOf(statement`awaited`, statement`(select lines from answered)`, statement`(select text from logged)`)}
       union all select ${RUN_ENDS} from settled
       union all ${QUEUED} from settled where exists (select from open_run where state = 'waiting')
     )
     select ${announced(statement`announcement`, isLate)},
       (select parent_run_id from left_line where parent_run_id is not null and not exists (
         select from open_run o
         where o.org_id = ${orgId} and o.parent_run_id = left_line.parent_run_id and o.state in ('waiting', 'held'))) as last_of
     from settled`,
    ),
  );
  return { isSettled: rows.length === 1, lastOf: rows[0]?.last_of ?? null };
}
