'use client';

import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { DEEPEST_ROW } from '@/lib/contract/history';
import { formatCount } from '@/lib/runs/row-counts';
import { ROWS_A_PAGE } from '../history-input';
import styles from './pager.module.css';

interface PagerProps {
  /** From 0. */
  page: number;
  rowsHere: number;
  /** The total on all pages; null until it is known. */
  count: number | null;
  onTurn: (page: number) => void;
}

/** The position in the list, and links to its other pages. */
export function Pager({ page, rowsHere, count, onTurn }: PagerProps) {
  const first = page * ROWS_A_PAGE + 1;
  const last = first + rowsHere - 1;
  const isLast = last >= DEEPEST_ROW || rowsHere < ROWS_A_PAGE || (count !== null && last >= count);
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span className={styles.where}>
        {formatCount(first)}–{formatCount(last)}
        {count !== null && ` of ${formatCount(Math.max(count, last))}${count >= DEEPEST_ROW ? '+' : ''}`}
      </span>
      <span className={styles.turn}>
        <span>{ROWS_A_PAGE} a page</span>
        <ActionIcon aria-label="Newer runs" disabled={page === 0} onClick={() => onTurn(page - 1)}>
          <IconChevronLeft size={16} stroke={1.75} />
        </ActionIcon>
        <ActionIcon aria-label="Older runs" disabled={isLast} onClick={() => onTurn(page + 1)}>
          <IconChevronRight size={16} stroke={1.75} />
        </ActionIcon>
      </span>
    </nav>
  );
}
