import type { ReactNode } from 'react';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import styles from './compare.module.css';

/** Takes the place of a comparison that is not possible, and says why. */
export function NoComparison({ children }: { children: ReactNode }) {
  return (
    <div className={styles.card}>
      <EmptyLine>{children}</EmptyLine>
    </div>
  );
}
