import { Skeleton } from '@mantine/core';
import styles from './result.module.css';

const lines = ['first', 'second', 'third', 'fourth'];

/** Placeholder rows for a result. */
export function ResultSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden>
      {lines.map((line) => (
        <Skeleton key={line} height={12} radius="xs" />
      ))}
    </div>
  );
}
