import type { ReactNode } from 'react';
import styles from './chip.module.css';

interface ChipProps {
  /** `machine` uses the monospace font: for names and values from a machine. */
  kind?: 'plain' | 'caution' | 'bad' | 'machine';
  icon?: ReactNode;
  children: ReactNode;
}

/** A short fact about the item next to it. */
export function Chip({ kind = 'plain', icon, children }: ChipProps) {
  return (
    <span className={styles.chip} data-kind={kind}>
      {icon}
      <span className={styles.text}>{children}</span>
    </span>
  );
}
