'use client';

import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { Marked } from '@/components/ui/marked';
import styles from './sync-panel.module.css';
import type { Addition } from './use-additions';

interface AdditionListProps {
  label: string;
  rows: readonly Addition[];
  chosen: ReadonlySet<string>;
  terms: readonly string[];
  onToggle: (cloudId: string) => void;
}

const ROW_HEIGHT = 44;

/** Routines to choose from. Only those in sight are drawn. What cannot be run says why, and cannot be chosen. */
export function AdditionList({ label, rows, chosen, terms, onToggle }: AdditionListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.cloudId ?? index,
    overscan: 10,
  });
  return (
    <section ref={scroller} className={styles.scroller} aria-label={label} tabIndex={0}>
      <div className={styles.rows} style={{ height: drawn.getTotalSize() }}>
        {drawn.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <div
              key={key}
              ref={drawn.measureElement}
              data-index={index}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Checkbox
                checked={chosen.has(row.cloudId)}
                disabled={row.unavailableReason !== null}
                onChange={() => onToggle(row.cloudId)}
                label={<RoutineName row={row} terms={terms} />}
                description={row.unavailableReason}
                classNames={{ label: styles.label, description: styles.reason }}
              />
            </div>
          );
        })}
      </div>
    </section>
  );
}

/** `schema.name` in full; lighter, its types and what else the source declares of it. */
export function RoutineName({ row, terms = [] }: { row: Addition; terms?: readonly string[] }): ReactNode {
  const from = row.cloudName.indexOf('(');
  const name = from < 0 ? row.cloudName : row.cloudName.slice(0, from);
  const types = from < 0 ? '' : row.cloudName.slice(from + 1, -1);
  return (
    <span className={styles.routine}>
      <span className={styles.name}>
        <Marked text={name} terms={terms} />
      </span>
      <span className={styles.types}>{[types === '' ? 'no inputs' : types, ...row.traits].join(' · ')}</span>
    </span>
  );
}
