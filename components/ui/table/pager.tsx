'use client';

import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatCount } from '@/lib/results/table/row-counts';
import styles from './pager.module.css';

interface PagerProps {
  /** From 0. */
  page: number;
  rowsAPage: number;
  rowsHere: number;
  /** The total on all pages; null until it is known. */
  count: number | null;
  /** The last row that has a page; counts from there on are shown with a plus. */
  deepestRow?: number;
  labels: { before: string; after: string };
  onTurn: (page: number) => void;
}

/** The position in a list, and buttons for its other pages. */
export function Pager({ page, rowsAPage, rowsHere, count, deepestRow, labels, onTurn }: PagerProps) {
  const first = page * rowsAPage + 1;
  const last = first + rowsHere - 1;
  const isCut = deepestRow !== undefined && count !== null && count >= deepestRow;
  const isLast =
    (deepestRow !== undefined && last >= deepestRow) ||
    rowsHere < rowsAPage ||
    (count !== null && last >= count);
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span>
        {rowsHere === 0 ? 'No more' : `${formatCount(first)}–${formatCount(last)}`}
        {count !== null && ` of ${formatCount(Math.max(count, last))}${isCut ? '+' : ''}`}
      </span>
      {/* Nothing is turned where one page is all there is. */}
      {(page > 0 || !isLast) && (
        <span className={styles.turn}>
          <span>{rowsAPage} per page</span>
          <ActionIcon aria-label={labels.before} disabled={page === 0} onClick={() => onTurn(page - 1)}>
            <IconChevronLeft size={16} stroke={1.75} />
          </ActionIcon>
          <ActionIcon aria-label={labels.after} disabled={isLast} onClick={() => onTurn(page + 1)}>
            <IconChevronRight size={16} stroke={1.75} />
          </ActionIcon>
        </span>
      )}
    </nav>
  );
}
