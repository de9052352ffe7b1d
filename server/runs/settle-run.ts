import type { RunError } from '@/lib/runs/run-error';
import { sql } from '@/server/db';
import type { ResultSummary } from '@/server/results/write-result';
import { notifyRunChangedSql } from '@/server/runs/run-changes';

export type EndReason = 'error' | 'cancelled' | 'timed_out' | 'worker_lost' | 'refused' | 'never_started';

/** How a run ended. */
export interface RunEnd {
  status: 'success' | 'failed';
  endReason: EndReason | null;
  errors: RunError[];
}

/** An error of ours about a run, in the shape of a source's. */
export function runError(message: string, hint: string | null = null): RunError {
  return { message, code: null, detail: null, hint, where: null, severity: 'ERROR' };
}

/**
 * Ends a run that this worker is running, and tells who watches. A run that was ended from elsewhere in the
 * meantime stays as it is: answers false.
 */
export async function settleRun(
  runId: number,
  workerId: string,
  end: RunEnd,
  result: ResultSummary,
): Promise<boolean> {
  const rows = await sql.query(
    `with settled as (
       update run set status = $3, end_reason = $4, errors = $5::text::jsonb, ended_at = now(),
         payload_format = $6, total_rows = $7, is_truncated = $8, has_result = $9, log_text = $10
       where run_id = $1 and status = 'running' and worker_id = $2
       returning run_id
     )
     select ${notifyRunChangedSql('run_id')} from settled`,
    [
      runId,
      workerId,
      end.status,
      end.endReason,
      end.errors.length === 0 ? null : JSON.stringify(end.errors),
      result.payloadFormat,
      result.totalRows,
      result.isTruncated,
      result.hasFile,
      result.logText,
    ],
  );
  return rows.length === 1;
}

/** Tells who watches how far a run has come. */
export async function reportProgress(
  runId: number,
  workerId: string,
  progress: { totalRows: number; logText: string | null },
): Promise<void> {
  await sql.query(
    `with moved as (
       update run set total_rows = $3, log_text = $4, has_result = has_result or $3 > 0
       where run_id = $1 and status = 'running' and worker_id = $2
       returning run_id
     )
     select ${notifyRunChangedSql('run_id')} from moved`,
    [runId, workerId, progress.totalRows, progress.logText],
  );
}
