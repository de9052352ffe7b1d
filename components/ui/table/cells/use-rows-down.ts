import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';

/** Which rows of a long grid are drawn: those in view, and a few around them. */
export function useRowsDown(
  count: number,
  scroller: RefObject<HTMLDivElement | null>,
  { rowPx, headPx }: { rowPx: number; headPx: number },
) {
  const down = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    scrollPaddingStart: headPx,
    overscan: 10,
  });
  useEffect(() => {
    if (rowPx > 0) down.measure();
  }, [down, rowPx]);
  return down;
}
