'use client';

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** What the server draws, before anybody knows how large the window is. */
const FIRST_VIEW = { width: 1440, height: 900 };

interface WindowRowsOptions<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** A guess, for rows that were not drawn yet. */
  rowHeight: number;
}

interface DrawnRow<Row> {
  row: Row;
  index: number;
  key: string | number;
}

interface WindowRows<Row> {
  /** Of what the rows stand in. */
  bodyRef: RefObject<HTMLTableSectionElement | null>;
  bodyStyle: CSSProperties;
  /** Of each row, which carries its index as `data-index`. */
  rowRef: (row: Element | null) => void;
  drawn: DrawnRow<Row>[];
}

/**
 * The rows of a long table that scrolls with the page: only those in sight are drawn. They stand one below the
 * other as in any table, whatever their heights, with room left above and below for those that are not drawn.
 */
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
  const items = virtual.getVirtualItems();
  const drawn = items.flatMap(({ index }): DrawnRow<Row>[] => {
    const row = rows[index];
    return row === undefined ? [] : [{ row, index, key: keyOf(row) }];
  });
  const bodyStyle = {
    paddingTop: (items[0]?.start ?? scrollMargin) - scrollMargin,
    paddingBottom: virtual.getTotalSize() + scrollMargin - (items.at(-1)?.end ?? scrollMargin),
    // The list keeps what is in sight where it is by itself; two that do so would go twice as far.
    overflowAnchor: 'none',
  } as const;
  return { bodyRef, bodyStyle, rowRef: virtual.measureElement, drawn };
}
