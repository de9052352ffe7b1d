import { Skeleton } from '@mantine/core';
import view from './account-view.module.css';
import styles from './list-skeleton.module.css';

const rows = ['42%', '35%', '48%'];

/** Placeholder rows for a list of the account. */
export function ListSkeleton() {
  return (
    <div className={view.card} aria-hidden>
      {rows.map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton height={12} width={width} radius="xs" />
          <Skeleton height={12} width={90} radius="xs" visibleFrom="sm" />
        </div>
      ))}
    </div>
  );
}
