import { Skeleton } from '@mantine/core';
import styles from './outbox-view.module.css';

const rows = ['44%', '36%', '48%', '40%', '38%', '46%'];

/** Placeholder rows for messages. */
export function OutboxSkeleton() {
  return (
    <div className={styles.card} aria-hidden>
      {rows.map((width) => (
        <div key={width} className={styles.coming}>
          <Skeleton height={20} width={84} radius="sm" />
          <Skeleton height={12} width={width} radius="xs" />
        </div>
      ))}
    </div>
  );
}
