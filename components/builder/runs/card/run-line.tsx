'use client';

import type { z } from 'zod';
import type { Command } from '@/components/builder/use-command';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { Moment } from '@/components/ui/text/moment';
import type { runSummary } from '@/lib/contract/runs/history';
import type { InputValues } from '@/lib/inputs/input';
import { bulkCountsOf, bulkCountsText } from '@/lib/results/bulk-counts';
import { countRows } from '@/lib/results/table/row-counts';
import { formatDuration, runDurationMs } from '@/lib/runs/duration';
import { hasEnded, summaryLabel } from '@/lib/runs/run-status';
import { starterOf } from '@/lib/runs/summary/run-starter';
import { opaqueObject } from '@/lib/wire/values';
import styles from './run-line.module.css';
import { valuesLine } from './shown-values';

export type RunSummary = z.output<typeof runSummary>;

/** A run in a list: how it ended, when, whose it was, and its values. */
export function RunLine({ command, run }: { command: Command; run: RunSummary }) {
  const durationMs = runDurationMs(run);
  const bulk = bulkCountsOf(run);
  const values =
    bulk === null ? valuesLine(command, paramsOf(run)) : bulkCountsText(bulk, hasEnded(run.status));
  return (
    <span className={styles.line}>
      <StatusPill {...summaryLabel(run)} />
      <span className={styles.facts}>
        <Moment at={run.startedAt ?? run.createdAt} as="ago" /> · {starterOf(run)}
        {run.isDryRun && ' · dry run'}
        {run.ranAnyway && ' · run anyway'}
        {run.resultDeletion !== null
          ? ' · result deleted'
          : run.totalRows !== null && ` · ${countRows(run.totalRows)}`}
        {durationMs !== null && ` · ${formatDuration(durationMs)}`}
      </span>
      {values !== '' && <span className={styles.values}>{values}</span>}
    </span>
  );
}

/** The values of a listed run, as far as it has them: the list cuts long ones to a text. */
function paramsOf({ params }: RunSummary): InputValues {
  return opaqueObject.safeParse(params).data ?? {};
}
