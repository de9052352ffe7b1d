'use client';

import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';
import styles from './access-cell.module.css';

interface NamesTooltipProps {
  names: string;
  isOpen: boolean;
  children: ReactElement;
}

/** Names beside the thing that asked for them. */
export default function NamesTooltip({ names, isOpen, children }: NamesTooltipProps) {
  return (
    <Tooltip label={names} opened={isOpen && names !== ''} multiline className={styles.names}>
      {children}
    </Tooltip>
  );
}
