import { Skeleton } from '@mantine/core';
import styles from './history-skeleton.module.css';

const rows = ['38%', '55%', '46%', '60%', '42%', '52%', '36%', '58%', '44%', '50%'];

/** Placeholder rows for the list. */
export function HistorySkeleton() {
  return (
    <div className={styles.card} aria-hidden>
      <div className={styles.head} />
      {rows.map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton height={22} width={80} radius="sm" />
          <Skeleton height={12} width={170} radius="xs" />
          <div className={styles.values}>
            <Skeleton height={10} width={width} radius="xs" />
          </div>
          <Skeleton height={12} width={190} radius="xs" visibleFrom="sm" />
        </div>
      ))}
    </div>
  );
}
