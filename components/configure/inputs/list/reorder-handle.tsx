'use client';

import { IconGripVertical } from '@tabler/icons-react';
import { type PointerEvent, useEffect, useRef } from 'react';
import styles from './input-list.module.css';

interface ReorderHandleProps {
  name: string;
  place: number;
  count: number;
  onMove: (to: number) => void;
  onPointerDown: (event: PointerEvent<HTMLButtonElement>) => void;
}

/** Moves one input: dragged, or with the arrow keys, Home, and End while it has the focus. */
export function ReorderHandle({ name, place, count, onMove, onPointerDown }: ReorderHandleProps) {
  const handle = useRef<HTMLButtonElement>(null);
  const movedTo = useRef<number | null>(null);
  // A row that moves in the document may lose the focus and leave the visible part of the list.
  useEffect(() => {
    if (movedTo.current !== place) return;
    movedTo.current = null;
    handle.current?.focus();
    handle.current?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  const targets: Readonly<Record<string, number>> = {
    ArrowUp: place - 1,
    ArrowDown: place + 1,
    Home: 0,
    End: count - 1,
  };
  return (
    <button
      ref={handle}
      type="button"
      className={styles.handle}
      aria-label={`Move ${name}, position ${place + 1} of ${count}. Use the arrow keys.`}
      onPointerDown={onPointerDown}
      onKeyDown={(event) => {
        const to = targets[event.key];
        if (to === undefined) return;
        event.preventDefault();
        movedTo.current = Math.max(0, Math.min(count - 1, to));
        onMove(to);
      }}
    >
      <IconGripVertical size={16} stroke={1.75} aria-hidden />
    </button>
  );
}
