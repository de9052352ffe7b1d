import { bulkCountsOf, bulkCountsText } from '@/lib/results/bulk-counts';
import { summarizeRun } from '@/lib/results/values-summary';
import { hasEnded, type StatusLabel, summaryLabel } from '@/lib/runs/run-status';
import type { WaitsFor } from '@/lib/schedules/auto-run-waits';
import type { RunSummary } from '../use-history';

/** The status of a run in the history; a deleted result is shown in its place. */
export function describeStatus(
  run: Pick<
    RunSummary,
    | 'status'
    | 'endReason'
    | 'isDeleted'
    | 'isWaitingForApproval'
    | 'bulkRows'
    | 'bulkFailed'
    | 'bulkCanceled'
    | 'undoneByRunId'
  >,
): StatusLabel {
  return run.isDeleted ? { tone: 'none', word: 'Deleted' } : summaryLabel(run);
}

/** The values of a run in one line; of a bulk run, how its rows went, and whose they are. The server truncates long ones to text. */
export function valuesLine({
  params,
  valueNames,
  rowsFrom,
  ...run
}: Pick<
  RunSummary,
  'status' | 'params' | 'valueNames' | 'bulkRows' | 'bulkFailed' | 'bulkCanceled' | 'rowsFrom'
>): string {
  const counts = bulkCountsOf(run);
  if (counts !== null)
    return `${bulkCountsText(counts, hasEnded(run.status))}${rowsFrom === null ? '' : ` · from run ${rowsFrom}`}`;
  return summarizeRun({ params, valueNames });
}

const WAITS: Record<WaitsFor, string> = {
  room: 'there is room: too many rows of bulk runs or requests for approval are open',
  result: 'the result can be read: the store of results does not answer',
};

/** What the auto-runs of a scheduled run wait for, which is tried again for an hour; null if nothing is in their way. */
export const autoRunsWait = ({ autoRunsWaitFor: why }: Pick<RunSummary, 'autoRunsWaitFor'>): string | null =>
  why === null
    ? null
    : `An auto-run waits until ${WAITS[why]}. It starts by itself, and fails if it must wait for an hour.`;
