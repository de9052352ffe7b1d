'use client';

import { Checkbox, VisuallyHidden } from '@mantine/core';
import { useRowKeys } from '@/components/ui/table/use-row-keys';
import type { RunSummary } from '../use-history';
import { type Column, gridOf } from './columns';
import styles from './run-list.module.css';
import { RunRow } from './run-row';
import type { Selection } from './use-selection';

interface RunListProps {
  runs: readonly RunSummary[];
  columns: readonly Column[];
  orgSlug: string;
  selection: Selection;
  /** On a phone, cards have checkboxes only while runs are being selected. */
  isSelecting: boolean;
}

/** Runs as a table with one row each; on a phone each is a card. */
export function RunList({ runs, columns, orgSlug, selection, isSelecting }: RunListProps) {
  const onKeyDown = useRowKeys();
  return (
    <table
      aria-label="Runs"
      className={styles.table}
      data-selecting={isSelecting || undefined}
      style={gridOf(columns)}
    >
      <thead className={styles.block}>
        <tr className={styles.head}>
          <th scope="col" aria-label="Selected" className={styles.check}>
            <Checkbox
              aria-label="Select all runs of this page"
              checked={selection.isAll}
              indeterminate={!selection.isAll && selection.runs.length > 0}
              onChange={selection.toggleAll}
            />
          </th>
          <th scope="col">Status</th>
          <th scope="col">Command</th>
          {columns.map(({ key, label, isNumber }) => (
            <th key={key} scope="col" className={isNumber ? styles.number : undefined}>
              {label}
            </th>
          ))}
          <th scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody className={styles.block} onKeyDown={onKeyDown}>
        {runs.map((run) => (
          <RunRow key={run.runId} run={run} columns={columns} orgSlug={orgSlug} selection={selection} />
        ))}
      </tbody>
    </table>
  );
}
