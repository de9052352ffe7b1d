'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { Elapsed } from '@/components/run-stream/elapsed';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { Moment } from '@/components/ui/text/moment';
import { paths } from '@/lib/base/paths';
import { bulkCountsOf, bulkCountsText } from '@/lib/results/bulk-counts';
import { summarizeRun } from '@/lib/results/values-summary';
import { hasEnded, summaryLabel } from '@/lib/runs/run-status';
import styles from './home.module.css';
import type { HomeRun } from './use-home';

interface RunRowsProps {
  runs: readonly HomeRun[];
  orgSlug: string;
  /** What can be done with a run, at its right. */
  actions: (run: HomeRun) => ReactNode;
}

/** Runs with how they stand, their values, and when. The name opens the result, and covers the row. */
export function RunRows({ runs, orgSlug, actions }: RunRowsProps) {
  return (
    <ul className={styles.runs}>
      {runs.map((run) => (
        <li key={run.runId} className={styles.run}>
          <StatusPill {...summaryLabel(run)} />
          <span className={styles.what}>
            <Link
              href={paths.run(orgSlug, run.commandId, run.runId)}
              prefetch={false}
              className={styles.name}
              title={run.name}
            >
              {run.name}
            </Link>
            <ValuesOf run={run} />
          </span>
          <span className={styles.when}>
            {hasEnded(run.status) ? (
              <Moment at={run.startedAt ?? run.createdAt} as="ago" />
            ) : (
              <Elapsed sinceMs={Date.parse(run.startedAt ?? run.createdAt)} />
            )}
          </span>
          <span className={styles.actions}>{actions(run)}</span>
        </li>
      ))}
    </ul>
  );
}

function ValuesOf({ run }: { run: HomeRun }) {
  const bulk = bulkCountsOf(run);
  const values = bulk === null ? summarizeRun(run) : bulkCountsText(bulk, hasEnded(run.status));
  if (values === '') return null;
  return (
    <span className={styles.values} title={values} dir="auto">
      {values}
    </span>
  );
}
