import { countRows } from '@/lib/runs/row-counts';
import { type StatusLabel, summaryLabel } from '@/lib/runs/run-status';
import { summarizeValues } from '@/lib/runs/values-summary';
import type { RunSummary } from '../use-history';

/** The status of a run in the history; a deleted result is shown in its place. */
export function describeStatus(
  run: Pick<RunSummary, 'status' | 'endReason' | 'isDeleted' | 'isWaitingForApproval'>,
): StatusLabel {
  return run.isDeleted ? { tone: 'none', word: 'Deleted' } : summaryLabel(run);
}

/** The values of a run in one line; of a bulk run, how many rows it has, and whose. The server truncates long ones to text. */
export function valuesLine({
  params,
  valueNames,
  bulkRows,
  rowsFrom,
}: Pick<RunSummary, 'params' | 'valueNames' | 'bulkRows' | 'rowsFrom'>): string {
  if (bulkRows !== null) return `${countRows(bulkRows)}${rowsFrom === null ? '' : ` from run ${rowsFrom}`}`;
  if (params === null) return '';
  if (typeof params !== 'object' || Array.isArray(params)) return String(params);
  return summarizeValues(params, new Map(Object.entries(valueNames)));
}

/** Who ran it: a scheduled job, or its run that led to this one, instead of the person it runs as. */
export function starterOf({
  scheduledJob,
  autoRunOf,
  userName,
}: Pick<RunSummary, 'scheduledJob' | 'autoRunOf' | 'userName'>): string {
  if (autoRunOf !== null) return `Run ${autoRunOf} (auto-run)`;
  return scheduledJob === null ? userName : `${scheduledJob.name} (schedule)`;
}
