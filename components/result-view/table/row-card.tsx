'use client';

import { ActionIcon, Drawer } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { columnName, type DataColumn } from '@/components/ui/table/columns/data-column';
import type { JsonValue } from '@/lib/base/json';
import { countRows, formatCount } from '@/lib/results/table/row-counts';
import type { RowActions } from '../follow-ups/row-actions';
import styles from './row-card.module.css';

const MOST_BUTTONS = 3;

interface RowCardProps {
  /** Those that the table shows, in their order. */
  columns: readonly DataColumn<JsonValue[]>[];
  rows: readonly JsonValue[][];
  /** From 0, in the displayed order. */
  index: number;
  actions: RowActions | null;
  onMove: (index: number) => void;
  onClose: () => void;
}

/** One row on a phone: all of its values below each other, and its buttons in reach. */
export function RowCard({ columns, rows, index, actions, onMove, onClose }: RowCardProps) {
  const row = rows[index];
  const buttons =
    row === undefined ? null : actions?.draw(row, index, { mostShown: MOST_BUTTONS, onOpened: onClose });
  return (
    <Drawer.Root opened={row !== undefined} onClose={onClose} position="bottom" size="auto">
      <Drawer.Overlay className={styles.shade} />
      <Drawer.Content classNames={{ content: styles.card }}>
        <div className={styles.head}>
          <Drawer.Title className={styles.title}>
            {`Row ${formatCount(index + 1)}`} <span>of {countRows(rows.length)}</span>
          </Drawer.Title>
          <ActionIcon
            size={40}
            aria-label="Row before"
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          >
            <IconChevronUp size={20} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            size={40}
            aria-label="Next row"
            disabled={index + 1 >= rows.length}
            onClick={() => onMove(index + 1)}
          >
            <IconChevronDown size={20} stroke={1.75} />
          </ActionIcon>
          <ActionIcon size={40} aria-label="Close the row" onClick={onClose}>
            <IconX size={20} stroke={1.75} />
          </ActionIcon>
        </div>
        {row !== undefined && (
          // Keys scroll it: nothing in it may have the focus.
          <section className={styles.values} aria-label="Values" tabIndex={0}>
            <dl>
              {columns.map((column, place) => (
                <div key={`${place} ${column.header}`}>
                  <dt>{columnName(column)}</dt>
                  <dd>{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {buttons != null && <div className={styles.foot}>{buttons}</div>}
      </Drawer.Content>
    </Drawer.Root>
  );
}
