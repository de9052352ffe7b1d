import { Skeleton } from '@mantine/core';
import rowStyles from './library-skeleton.module.css';
import styles from './library-view.module.css';

const rows = ['60%', '45%', '52%', '38%', '56%', '48%', '42%', '50%'];

/** Placeholder rows for the list. */
export function LibrarySkeleton() {
  return (
    <div className={styles.card} aria-hidden>
      <div className={rowStyles.head} />
      {rows.map((width) => (
        <div key={width} className={rowStyles.row}>
          <Skeleton height={16} width={16} radius="xs" />
          <div className={rowStyles.text}>
            <Skeleton height={12} width={width} radius="xs" />
            <Skeleton height={10} width="70%" radius="xs" />
          </div>
          <Skeleton height={12} width={180} radius="xs" visibleFrom="sm" />
          <Skeleton height={12} width={90} radius="xs" visibleFrom="sm" />
        </div>
      ))}
    </div>
  );
}
