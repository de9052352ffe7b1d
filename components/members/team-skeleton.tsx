import { Skeleton } from '@mantine/core';
import styles from './team-skeleton.module.css';
import view from './team-view.module.css';

const rows = ['42%', '35%', '48%', '38%', '44%', '33%', '40%', '36%'];

/** Placeholder rows for the list. */
export function TeamSkeleton() {
  return (
    <div className={view.card} aria-hidden>
      <div className={styles.head} />
      {rows.map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton height={22} circle />
          <Skeleton height={12} width={width} radius="xs" />
          <Skeleton height={12} width={90} radius="xs" visibleFrom="sm" />
        </div>
      ))}
    </div>
  );
}
