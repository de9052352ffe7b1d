'use client';

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { copyText } from './copy-text';

interface CopyButtonProps {
  label: string;
  /** Created only on request, because it may be large. */
  text: string | (() => string);
  /** What the toast says. */
  told: string;
  /** Says what is copied, if it isn't what is next to it. */
  icon?: ReactNode;
}

/** Copies a text and confirms it. */
export function CopyButton({ label, text, told, icon }: CopyButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        onClick={() => void copyText(typeof text === 'string' ? text : text(), told)}
      >
        {icon ?? <IconCopy size={16} stroke={1.75} />}
      </ActionIcon>
    </Tooltip>
  );
}
