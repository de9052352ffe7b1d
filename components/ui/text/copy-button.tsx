'use client';

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from './copy-text';

interface CopyButtonProps {
  label: string;
  /** Made only when it is asked for: it may be large. */
  text: string | (() => string);
  /** What the toast says. */
  told: string;
}

/** Copies a text, and says so. */
export function CopyButton({ label, text, told }: CopyButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        onClick={() => void copyText(typeof text === 'string' ? text : text(), told)}
      >
        <IconCopy size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
