import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import styles from './decorations.module.css';

interface DecorationItemProps {
  label: string;
  value: string;
  /** Whether it can't be used, so that nobody sees it. */
  isBroken?: boolean;
  onOpen: () => void;
}

/** A line of a list that opens its own panel. */
export function DecorationItem({ label, value, isBroken = false, onOpen }: DecorationItemProps) {
  return (
    <li>
      <UnstyledButton className={styles.item} onClick={onOpen}>
        <span className={styles.names}>
          <span>{label}</span>
          <span className={styles.note} data-broken={isBroken || undefined}>
            {value}
          </span>
        </span>
        <IconChevronRight size={16} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </li>
  );
}
