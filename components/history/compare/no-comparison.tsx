import type { ReactNode } from 'react';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import styles from './compare.module.css';

/** Stands where a comparison would, and says why there is none. */
export function NoComparison({ children }: { children: ReactNode }) {
  return (
    <div className={styles.card}>
      <EmptyLine>{children}</EmptyLine>
    </div>
  );
}
