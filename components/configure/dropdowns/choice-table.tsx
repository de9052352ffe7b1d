'use client';

import { Radio } from '@mantine/core';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import styles from './choice-table.module.css';

interface ChoiceTableProps<Row> {
  label: string;
  columns: readonly string[];
  rows: readonly Row[];
  keyOf: (row: Row) => number;
  cellsOf: (row: Row) => readonly string[];
  chosen: number | null;
  onChoose: (key: number) => void;
  /** Shown if a search leaves no row. */
  none: string;
}

/** More rows are found by searching. */
const MOST_ROWS = 100;

/** A table of which one row is chosen. */
export function ChoiceTable<Row>(props: ChoiceTableProps<Row>) {
  const { label, columns, rows, keyOf, cellsOf, chosen, onChoose, none } = props;
  if (rows.length === 0) return <EmptyLine>{none}</EmptyLine>;
  return (
    <>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">
              <span className={styles.unseen}>Chosen</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((row) => {
            const key = keyOf(row);
            const cells = cellsOf(row);
            return (
              // The radio button is the way for keys and screen readers; a click anywhere in the row is a shortcut.
              <tr key={key} data-chosen={key === chosen || undefined} onClick={() => onChoose(key)}>
                <td>
                  <Radio
                    name={label}
                    aria-label={cells.join(', ')}
                    checked={key === chosen}
                    onChange={() => onChoose(key)}
                  />
                </td>
                {cells.map((cell, index) => (
                  <td key={columns[index]} data-column={columns[index]} title={cell}>
                    {cell}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.length > MOST_ROWS && (
        <p className={styles.none}>
          The first {MOST_ROWS} of {rows.length} are shown. Search to find the others.
        </p>
      )}
    </>
  );
}
