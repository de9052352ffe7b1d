'use client';

import { Checkbox } from '@mantine/core';
import Link from 'next/link';
import { Moment } from '@/components/ui/moment';
import { formatDuration, runDurationMs } from '@/lib/runs/duration';
import { summariseValues } from '@/lib/runs/values-summary';
import { runAddress } from './addresses';
import type { ColumnKey } from './columns-menu';
import styles from './history-view.module.css';
import { LiveStatus } from './live-status';
import { RunMenu } from './run-menu';
import type { RunSummary } from './use-history';

interface RunRowProps {
  run: RunSummary;
  org: { orgId: string; slug: string };
  columns: readonly ColumnKey[];
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** One run. Its command's name leads to the run's card in the builder. */
export function RunRow({ run, org, columns, isChosen, onChoose }: RunRowProps) {
  return (
    <tr data-chosen={isChosen}>
      <td className={styles.check}>
        <Checkbox
          aria-label={`Select run ${run.runId} of ${run.name}`}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </td>
      <td>
        <LiveStatus run={run} orgId={org.orgId} />
      </td>
      <td className={styles.command}>
        <Link href={runAddress(org.slug, run)} prefetch={false} className={styles.name}>
          {run.name}
        </Link>
      </td>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          <Cell run={run} column={column} />
        </td>
      ))}
      <td className={styles.menu}>
        <RunMenu run={run} org={org} />
      </td>
    </tr>
  );
}

function Cell({ run, column }: { run: RunSummary; column: ColumnKey }) {
  switch (column) {
    case 'values':
      return <span className={styles.values}>{valuesOf(run)}</span>;
    case 'rows':
      return run.totalRows === null ? '–' : run.totalRows.toLocaleString('en-US');
    case 'took': {
      const tookMs = runDurationMs(run);
      return tookMs === null ? '–' : formatDuration(tookMs);
    }
    case 'by':
      return run.scheduledJob === null ? run.userName : `${run.scheduledJob.name} (schedule)`;
    case 'started':
      return <Moment at={run.startedAt ?? run.createdAt} as="full" />;
    case 'ended':
      return run.endedAt === null ? '–' : <Moment at={run.endedAt} as="full" />;
    case 'schedule':
      return run.scheduledJob?.name ?? '–';
    case 'cached':
      return run.cachedRunId === null ? '–' : `#${run.cachedRunId}`;
  }
}

function valuesOf({ params }: RunSummary): string {
  if (params === null) return '';
  if (typeof params !== 'object' || Array.isArray(params)) return String(params);
  return summariseValues(params);
}
