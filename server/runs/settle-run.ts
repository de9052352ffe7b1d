import statement, { empty, type Sql as Statement } from 'sql-template-tag';
import { hasFacts, type ResultFacts } from '@/lib/runs/result-facts';
import type { RunError } from '@/lib/runs/run-error';
import { longRunsTold } from '@/server/notifications/notify';
import { notifyRunEnded } from '@/server/queue/run-changes';
import { countResult } from '@/server/results/result-usage';
import type { ResultSummary } from '@/server/results/write-result';
import { notifyQueued } from '@/server/runs/line-up';
import { retryParts } from '@/server/runs/retry-run';
import { insertLog, type LogPiece } from '@/server/runs/run-log';
import { column, query } from '@/server/statements';

export type EndReason = 'error' | 'cancelled' | 'timed_out' | 'worker_lost' | 'refused' | 'never_started';

/** How a run ended. */
export type RunEnd =
  | { status: 'success'; endReason: null; errors: [] }
  | { status: 'failed'; endReason: EndReason; errors: RunError[] };

/** An error of ours about a run, in the shape of a source's errors. */
export function runError(message: string, hint: string | null = null): RunError {
  return { message, code: null, detail: null, hint, where: null, severity: 'ERROR' };
}

/** What a run leaves behind. */
export interface RunOutcome {
  end: RunEnd;
  result: ResultSummary;
  facts: ResultFacts;
  /** The part of its log that isn't saved yet. */
  log: LogPiece | null;
}

/** What ending a run did. */
export interface Settled {
  /** False if another process had ended it. */
  isSettled: boolean;
  /** The bulk run that may have ended with it, since no row of it waits. */
  lastOf: number | null;
}

/** Most results are small; their statement stays short. */
const counted = ({ fileBytes }: ResultSummary): Statement =>
  fileBytes === 0 ? empty : statement`counted as (${countResult(statement`settled`, fileBytes)}), `;

/**
 * Ends a run of this worker, and notifies watchers, and workers if others wait for its place. Does nothing if another
 * process ended the run meanwhile.
 */
export async function settleRun(
  orgId: string,
  runId: number,
  workerId: string,
  { end, result, facts, log }: RunOutcome,
): Promise<Settled> {
  const rows = await query(
    { run_ended: column.text, queued: column.text.nullable(), last_of: column.int.nullable() },
    statement`with settled as (
       update run set status = ${end.status}::run_status, end_reason = ${end.endReason}::run_end_reason,
         errors = ${end.errors.length === 0 ? null : JSON.stringify(end.errors)}::text::jsonb, ended_at = now(),
         payload_format = ${result.payloadFormat}, total_rows = ${result.totalRows},
         is_truncated = ${result.isTruncated}, has_result = ${result.hasResult}, result_bytes = ${result.fileBytes},
         result_store_id = ${result.storeId}, result_hash = ${result.hash},
         result_facts = ${hasFacts(facts) ? JSON.stringify(facts) : null}
       where org_id = ${orgId} and run_id = ${runId} and status = 'running' and exists (
         select from open_run o where o.org_id = ${orgId} and o.run_id = ${runId} and o.worker_id = ${workerId})
       returning org_id, run_id, command_id, started_by_user_id, trigger, started_at
     ), ${longRunsTold(statement`settled`)}, left_line as (
       delete from open_run o using settled where o.org_id = settled.org_id and o.run_id = settled.run_id
       returning o.parent_run_id
     ), answered as (
       insert into run_result (org_id, run_id, lines)
       select org_id, run_id, ${result.smallLines ?? ''} from settled where ${result.smallLines !== null}
     ), ${end.status === 'success' ? empty : statement`${retryParts(statement`settled`, statement`${end.endReason}::text`)}, `}${counted(result)}logged as (${insertLog(statement`settled`, log)})
     select ${notifyRunEnded(statement`run_id`)} as run_ended,
       case when exists (select from open_run where state = 'waiting') then ${notifyQueued} end as queued,
       (select parent_run_id from left_line where parent_run_id is not null and not exists (
         select from open_run o
         where o.parent_run_id = left_line.parent_run_id and o.state in ('waiting', 'held'))) as last_of
     from settled`,
  );
  return { isSettled: rows.length === 1, lastOf: rows[0]?.last_of ?? null };
}
