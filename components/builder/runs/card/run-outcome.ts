import type { Run } from '@/components/run-stream/use-run';
import { countRows } from '@/lib/results/table/row-counts';
import { formatDuration, runDurationMs } from '@/lib/runs/duration';
import { runLabel } from '@/lib/runs/run-status';

/** How a run ended, in a sentence for screen readers. */
export function describeOutcome(run: Run): string {
  const { word } = runLabel(run);
  const message = run.errors?.[0]?.message;
  if (run.status !== 'success' && message !== undefined) return `${word}: ${message}`;
  const durationMs = runDurationMs(run);
  return [
    word,
    ...(run.totalRows === null || run.resultDeletion !== null ? [] : [countRows(run.totalRows)]),
    ...(durationMs === null ? [] : [formatDuration(durationMs)]),
  ].join(', ');
}
