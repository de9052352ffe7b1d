import { Skeleton } from '@mantine/core';
import styles from './library-skeleton.module.css';
import list from './table/command-list.module.css';

const rows = ['60%', '45%', '52%', '38%', '56%', '48%', '42%', '50%'];

/** Placeholder rows for the list, in its columns. */
export function LibrarySkeleton() {
  return (
    <div className={list.table} aria-hidden>
      <div className={list.head}>
        <span>Name</span>
        <span>Source</span>
        <span>Who can access</span>
        <span>Last run</span>
      </div>
      {rows.map((width) => (
        <div key={width} className={styles.row}>
          <div className={styles.name}>
            <Skeleton height={16} width={16} radius="xs" />
            <div className={styles.text}>
              <Skeleton height={12} width={width} radius="xs" />
              <Skeleton height={10} width="80%" radius="xs" />
            </div>
          </div>
          <div className={styles.source}>
            <Skeleton height={10} width="80%" radius="xs" />
          </div>
          <div>
            <Skeleton height={10} width={120} radius="xs" />
          </div>
          <div>
            <Skeleton height={10} width={60} radius="xs" />
          </div>
        </div>
      ))}
    </div>
  );
}
