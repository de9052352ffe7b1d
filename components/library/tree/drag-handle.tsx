'use client';

import { useDraggable } from '@dnd-kit/core';
import { IconGripVertical } from '@tabler/icons-react';
import styles from '../table/command-row.module.css';
import type { CommandSummary } from '../use-library';

/** The handle for moving a command to a folder: with the pointer, or with Space and the arrow keys. */
export function DragHandle({ command }: { command: CommandSummary }) {
  const { setNodeRef, attributes, listeners } = useDraggable({
    id: `command:${command.commandId}`,
    data: { command },
  });
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={styles.grip}
      {...attributes}
      {...listeners}
      aria-label={`Move ${command.name}`}
    >
      <IconGripVertical size={14} stroke={1.75} aria-hidden />
    </button>
  );
}
