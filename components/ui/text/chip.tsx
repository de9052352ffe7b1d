import type { ReactNode } from 'react';
import styles from './chip.module.css';

interface ChipProps {
  /** `machine` is set in the mono face: names and values that came from a machine. */
  kind?: 'plain' | 'caution' | 'bad' | 'machine';
  icon?: ReactNode;
  children: ReactNode;
}

/** A short fact about the thing beside it. */
export function Chip({ kind = 'plain', icon, children }: ChipProps) {
  return (
    <span className={styles.chip} data-kind={kind}>
      {icon}
      <span className={styles.text}>{children}</span>
    </span>
  );
}
