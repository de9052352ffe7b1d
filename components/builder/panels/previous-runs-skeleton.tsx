import { Skeleton } from '@mantine/core';
import styles from './previous-runs-panel.module.css';

/** A placeholder for a list of runs while it loads. */
export function PreviousRunsSkeleton() {
  return (
    <div className={styles.runs}>
      {[210, 170, 190, 150, 200].map((width) => (
        <div key={width} className={styles.run}>
          <div className={styles.open}>
            <Skeleton height={14} my={4} width={280} maw="100%" />
            <Skeleton height={10} mt={8} mb={4} width={width} />
          </div>
        </div>
      ))}
    </div>
  );
}
