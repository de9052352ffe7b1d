import { Skeleton } from '@mantine/core';
import styles from './drilldown-view.module.css';

const rows = ['30%', '42%', '36%', '28%', '39%', '33%', '41%', '31%'];

/** Placeholder rows for the table. */
export function DrilldownSkeleton() {
  return (
    <div className={styles.card} aria-hidden>
      {rows.map((width) => (
        <div key={width} className={styles.loading}>
          <Skeleton height={16} width={16} radius="xs" />
          <Skeleton height={12} width={width} radius="xs" />
        </div>
      ))}
    </div>
  );
}
