import { Skeleton } from '@mantine/core';
import styles from './history-view.module.css';

/** Rows in the shape of the table that comes. */
export function HistorySkeleton() {
  return (
    <div className={styles.card} aria-hidden>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className={styles.skeletonRow}>
          <Skeleton height={16} width={80} radius="sm" />
          <Skeleton height={12} width="18%" radius="xs" />
          <Skeleton height={12} width="34%" radius="xs" visibleFrom="sm" />
          <Skeleton height={12} width={120} radius="xs" visibleFrom="sm" />
        </div>
      ))}
    </div>
  );
}
