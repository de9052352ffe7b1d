import { Skeleton } from '@mantine/core';
import styles from './previous-runs-panel.module.css';

/** A placeholder for a list of runs while it loads. */
export function PreviousRunsSkeleton() {
  return (
    <div className={styles.runs}>
      {[210, 170, 190, 150, 200].map((width) => (
        <div key={width} className={styles.run}>
          <Skeleton height={18} width={width} />
          <Skeleton height={12} mt={10} width="70%" />
          <Skeleton height={28} mt={12} width={120} />
        </div>
      ))}
    </div>
  );
}
