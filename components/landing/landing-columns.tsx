import type { ReactNode } from 'react';
import styles from './landing-columns.module.css';

/** Words, and a picture of what they speak of: beside them, or below on a phone. */
export function LandingColumns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.words}>{children}</div>
      {aside}
    </div>
  );
}
