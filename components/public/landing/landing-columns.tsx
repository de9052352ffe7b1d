import type { ReactNode } from 'react';
import styles from './landing-columns.module.css';

/** Text with a picture next to it, or below it on a phone. */
export function LandingColumns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.words}>{children}</div>
      {aside}
    </div>
  );
}
