'use client';

import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { DEEPEST_ROW } from '@/lib/contract/history';
import styles from './history-view.module.css';
import { ROWS_A_PAGE } from './use-history';

interface PagerProps {
  /** From 0. */
  page: number;
  shown: number;
  totalCount: number;
  onPage: (page: number) => void;
}

/** Where one is in the history, and a page on or back. */
export function Pager({ page, shown, totalCount, onPage }: PagerProps) {
  const first = page * ROWS_A_PAGE;
  const total =
    totalCount >= DEEPEST_ROW
      ? `${DEEPEST_ROW.toLocaleString('en-US')} or more`
      : totalCount.toLocaleString('en-US');
  const isLast = first + shown >= Math.min(totalCount, DEEPEST_ROW);
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span role="status">
        {shown === 0 ? 'Nothing on this page' : `${first + 1}–${first + shown} of ${total}`}
        {isLast && totalCount >= DEEPEST_ROW && '. Older runs: narrow the list by date.'}
      </span>
      <span className={styles.pageSize}>{ROWS_A_PAGE} a page</span>
      <ActionIcon aria-label="Page before" disabled={page === 0} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={16} stroke={1.75} />
      </ActionIcon>
      <ActionIcon aria-label="Next page" disabled={isLast} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={16} stroke={1.75} />
      </ActionIcon>
    </nav>
  );
}
