'use client';

import { Elapsed } from '@/components/run-stream/elapsed';
import type { LiveRun } from '@/components/run-stream/run-stream';
import type { Run } from '@/components/run-stream/use-run';
import { Moment } from '@/components/ui/text/moment';
import { countRows } from '@/lib/results/table/row-counts';
import { formatDuration, runDurationMs } from '@/lib/runs/duration';
import { hasEnded } from '@/lib/runs/run-status';
import styles from './run-facts.module.css';

interface RunFactsProps {
  run: Run | null;
  live: LiveRun | null;
  /** When it started running, as seen by this page. */
  sinceMs: number;
  isOpen: boolean;
}

/** How many rows a finished run returned, as far as they are there; null for nothing to say. */
function rowsText({ status, totalRows, resultDeletion }: Run): string | null {
  if (resultDeletion !== null) return 'result deleted';
  return totalRows === null || (status !== 'success' && totalRows === 0) ? null : countRows(totalRows);
}

/** A run's facts other than its status, separated by dots. */
export function RunFacts({ run, live, sinceMs, isOpen }: RunFactsProps) {
  if (run === null || !hasEnded(run.status)) {
    const rows = live?.totalRows ?? run?.totalRows ?? null;
    return (
      <span className={styles.facts}>
        <Elapsed sinceMs={sinceMs} />
        {rows !== null && rows > 0 && <span>{countRows(rows)} so far</span>}
      </span>
    );
  }
  const durationMs = runDurationMs(run);
  const isFailure = run.status !== 'success';
  // Next to the pill, which already says that it failed.
  const reason = run.errors?.[0]?.message;
  return (
    <span className={styles.facts}>
      {isFailure && !isOpen && reason !== undefined && <span className={styles.reason}>{reason}</span>}
      {rowsText(run) !== null && <span>{rowsText(run)}</span>}
      {durationMs !== null && <span>{formatDuration(durationMs)}</span>}
      <span>
        <Moment at={run.endedAt ?? run.createdAt} as="short" />
      </span>
      <span>{run.userName}</span>
    </span>
  );
}
