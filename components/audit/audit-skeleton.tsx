import { Skeleton } from '@mantine/core';
import styles from './audit-skeleton.module.css';
import view from './audit-view.module.css';

const rows = ['30%', '38%', '26%', '34%', '31%', '37%', '28%', '33%', '36%', '29%'];

/** Placeholder rows for the log. */
export function AuditSkeleton() {
  return (
    <div className={view.card} aria-hidden>
      {rows.map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton height={12} width={110} radius="xs" />
          <Skeleton height={12} width={80} radius="xs" />
          <Skeleton height={12} width={130} radius="xs" visibleFrom="lg" />
          <Skeleton height={12} width={width} radius="xs" visibleFrom="lg" />
        </div>
      ))}
    </div>
  );
}
