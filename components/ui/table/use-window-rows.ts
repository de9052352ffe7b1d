'use client';

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** What the server renders, before the window's size is known. */
const FIRST_VIEW = { width: 1440, height: 900 };

interface WindowRowsOptions<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** An estimate for rows that haven't been rendered yet. */
  rowHeight: number;
}

interface DrawnRow<Row> {
  row: Row;
  index: number;
  key: string | number;
}

interface WindowRows<Row> {
  /** The element that contains the rows. */
  bodyRef: RefObject<HTMLTableSectionElement | null>;
  bodyStyle: CSSProperties;
  /** The selector for a row, which has its index in `data-index`. */
  rowRef: (row: Element | null) => void;
  drawn: DrawnRow<Row>[];
}

/**
 * The rows of a long table that scrolls with the page; only the visible ones are rendered. They are in normal flow,
 * whatever their heights, with space above and below for the rows that aren't rendered.
 */
export function useWindowRows<Row>({ rows, keyOf, rowHeight }: WindowRowsOptions<Row>): WindowRows<Row> {
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const top = bodyRef.current?.getBoundingClientRect().top ?? 0;
      setScrollMargin(top + window.scrollY);
    };
    measure();
    // What stands above the rows can grow and shrink.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
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
  const items = virtual.getVirtualItems();
  const drawn = items.flatMap(({ index }): DrawnRow<Row>[] => {
    const row = rows[index];
    return row === undefined ? [] : [{ row, index, key: keyOf(row) }];
  });
  const bodyStyle = {
    paddingTop: (items[0]?.start ?? scrollMargin) - scrollMargin,
    paddingBottom: virtual.getTotalSize() + scrollMargin - (items.at(-1)?.end ?? scrollMargin),
    // The list itself keeps the visible rows in place; if two did so, it would scroll twice as far.
    overflowAnchor: 'none',
  } as const;
  return { bodyRef, bodyStyle, rowRef: virtual.measureElement, drawn };
}
