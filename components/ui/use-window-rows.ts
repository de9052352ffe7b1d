'use client';

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** What the server draws, before anybody knows how large the window is. */
const FIRST_VIEW = { width: 1440, height: 900 };

interface WindowRowsOptions<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** As the server guesses it; each row is measured once it is drawn. */
  rowHeight: number;
}

interface DrawnRow<Row> {
  row: Row;
  index: number;
  key: string | number;
  style: CSSProperties;
}

interface WindowRows<Row> {
  /** Of what the rows stand in, positioned, with `height`. */
  bodyRef: RefObject<HTMLTableSectionElement | null>;
  height: number;
  /** Of each row, which carries its index as `data-index`. */
  rowRef: (row: Element | null) => void;
  drawn: DrawnRow<Row>[];
}

/** The rows of a long table that scrolls with the page: only those in sight are drawn. */
export function useWindowRows<Row>({ rows, keyOf, rowHeight }: WindowRowsOptions<Row>): WindowRows<Row> {
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = bodyRef.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(top + window.scrollY);
  }, []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin,
    initialRect: FIRST_VIEW,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
  });
  const drawn = virtual.getVirtualItems().flatMap(({ index, start }): DrawnRow<Row>[] => {
    const row = rows[index];
    const style = { transform: `translateY(${start - scrollMargin}px)` };
    return row === undefined ? [] : [{ row, index, key: keyOf(row), style }];
  });
  return { bodyRef, height: virtual.getTotalSize(), rowRef: virtual.measureElement, drawn };
}
