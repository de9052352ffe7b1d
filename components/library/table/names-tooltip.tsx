'use client';

import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';
import styles from './access-cell.module.css';

interface NamesTooltipProps {
  names: string;
  isOpen: boolean;
  target: RefObject<HTMLElement | null>;
}

/** Names next to the element that asked for them. */
export default function NamesTooltip({ names, isOpen, target }: NamesTooltipProps) {
  return (
    <Tooltip
      label={names}
      opened={isOpen && names !== ''}
      multiline
      target={target}
      className={styles.names}
    />
  );
}
