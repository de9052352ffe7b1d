'use client';

import { IconX } from '@tabler/icons-react';
import styles from './filter-chip.module.css';

interface FilterChipProps {
  /** The filter in words. */
  children: string;
  onRemove: () => void;
}

/** A filter in use; pressing it removes it. */
export function FilterChip({ children, onRemove }: FilterChipProps) {
  return (
    <button type="button" className={styles.chip} title={children} onClick={onRemove}>
      <span className={styles.words}>{children}</span>
      <IconX size={14} stroke={1.75} role="img" aria-label="Remove this filter" />
    </button>
  );
}
