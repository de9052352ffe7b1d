'use client';

import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';

/**
 * Drags a row of a list to another place. While the pointer moves, the rows make room at once.
 *
 * @param onMove moves the row with an id to another place, from 0
 */
export function useDragOrder(onMove: (id: number, to: number) => void) {
  const listRef = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const latest = useRef(onMove);
  latest.current = onMove;
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  const start = (event: ReactPointerEvent, id: number) => {
    if (event.button !== 0) return;
    stop.current();
    const ending = new AbortController();
    const { signal } = ending;
    stop.current = () => ending.abort();
    const end = () => {
      ending.abort();
      setDragged(null);
    };
    const follow = ({ clientY }: PointerEvent) => {
      const to = placeAt(listRef.current, clientY);
      if (to !== null) latest.current(id, to);
    };
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('pointercancel', end, { signal });
    setDragged(id);
  };
  return { listRef, dragged, start };
}

/** The position of the row at a height of the window; the first above all rows, the last below them. */
function placeAt(list: HTMLElement | null, y: number): number | null {
  const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect());
  if (rows.length === 0) return null;
  const place = rows.findIndex(({ bottom }) => y < bottom);
  return place < 0 ? rows.length - 1 : place;
}
