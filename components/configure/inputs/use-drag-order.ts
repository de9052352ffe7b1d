'use client';

import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';

/**
 * Dragging a row of a list to another place. While the pointer moves, the rows make room at once.
 *
 * @param onMove moves the row at one place to another, from 0
 */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const listRef = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const latest = useRef(onMove);
  latest.current = onMove;
  useEffect(() => {
    if (dragged === null) return;
    const follow = (event: PointerEvent) => {
      const to = placeAt(listRef.current, event.clientY);
      if (to === null || to === dragged) return;
      latest.current(dragged, to);
      setDragged(to);
    };
    const end = () => setDragged(null);
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    return () => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
  }, [dragged]);
  const start = (event: ReactPointerEvent, place: number) => {
    if (event.button === 0) setDragged(place);
  };
  return { listRef, dragged, start };
}

/** The place of the row at a height of the window: above all rows it is the first, below them the last. */
function placeAt(list: HTMLElement | null, y: number): number | null {
  const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect());
  if (rows.length === 0) return null;
  const place = rows.findIndex(({ bottom }) => y < bottom);
  return place < 0 ? rows.length - 1 : place;
}
