import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import styles from './decorations.module.css';

interface DecorationItemProps {
  label: string;
  value: string;
  onOpen: () => void;
}

/** A line of a list that opens its own panel. */
export function DecorationItem({ label, value, onOpen }: DecorationItemProps) {
  return (
    <li>
      <UnstyledButton className={styles.item} onClick={onOpen}>
        <span className={styles.names}>
          <span>{label}</span>
          <span className={styles.note}>{value}</span>
        </span>
        <IconChevronRight size={16} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </li>
  );
}
