'use client';

import { Checkbox } from '@mantine/core';
import { COLUMNS, type ColumnKey } from './columns-menu';
import styles from './history-view.module.css';
import { RunRow } from './run-row';
import type { RunSummary } from './use-history';

interface RunTableProps {
  runs: readonly RunSummary[];
  org: { orgId: string; slug: string };
  columns: readonly ColumnKey[];
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
}

const NUMBERS: readonly ColumnKey[] = ['rows', 'took'];

export function RunTable({ runs, org, columns, chosen, onChoose }: RunTableProps) {
  const isAll = runs.length > 0 && runs.every(({ runId }) => chosen.has(runId));
  const isSome = runs.some(({ runId }) => chosen.has(runId));
  const shown = COLUMNS.filter(({ key }) => columns.includes(key));
  function choose(runIds: readonly number[], isWanted: boolean): void {
    const next = new Set(chosen);
    for (const runId of runIds) {
      if (isWanted) next.add(runId);
      else next.delete(runId);
    }
    onChoose(next);
  }
  return (
    <section className={styles.scroller} aria-label="Runs" tabIndex={0}>
      <table className={styles.table} aria-label="Runs">
        <thead>
          <tr>
            <th scope="col" className={styles.check}>
              <Checkbox
                aria-label="Select all on this page"
                checked={isAll}
                indeterminate={isSome && !isAll}
                onChange={() =>
                  choose(
                    runs.map(({ runId }) => runId),
                    !isAll,
                  )
                }
              />
            </th>
            <th scope="col">Status</th>
            <th scope="col">Command</th>
            {shown.map(({ key, label }) => (
              <th
                key={key}
                scope="col"
                data-column={key}
                data-align={NUMBERS.includes(key) ? 'end' : undefined}
              >
                {label}
              </th>
            ))}
            <th scope="col" className={styles.unseenHead}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow
              key={run.runId}
              run={run}
              org={org}
              columns={shown.map(({ key }) => key)}
              isChosen={chosen.has(run.runId)}
              onChoose={(isWanted) => choose([run.runId], isWanted)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}
