'use client';

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from './copy-text';

interface CopyButtonProps {
  label: string;
  /** Created only on request, because it may be large. */
  text: string | (() => string);
  /** What the toast says. */
  told: string;
}

/** Copies a text and confirms it. */
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
