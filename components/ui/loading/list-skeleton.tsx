import { Skeleton } from '@mantine/core';
import styles from './list-skeleton.module.css';

const WIDTHS = ['42%', '35%', '48%', '38%', '44%', '33%'];

/** Placeholders for the rows of a list, in its card. */
export function ListSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div className={styles.card} aria-hidden>
      {WIDTHS.slice(0, rows).map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton height={12} width={width} radius="xs" />
          <Skeleton height={12} width={90} radius="xs" visibleFrom="sm" />
        </div>
      ))}
    </div>
  );
}
