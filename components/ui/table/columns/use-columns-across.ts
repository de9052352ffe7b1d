import type { RowData } from '@tanstack/react-table';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { columnOf, type GridColumn } from '../table-model';
import type { DrawnColumn } from '../table-row';
import type { DataColumn } from './data-column';

/** Pinned columns leave at least this part of the grid for what scrolls under them. */
const PINNED_SHARE = 2 / 3;

interface DrawnHeader<Row extends RowData> extends DrawnColumn<Row> {
  gridColumn: GridColumn<Row>;
}

interface ColumnsAcross<Row extends RowData> {
  /** The columns to draw: those that stay, and those in view. Stable while they are the same. */
  drawn: DrawnHeader<Row>[];
  /** The room of what isn't drawn, between the columns that stay and the first in view. */
  beforePx: number;
  totalPx: number;
  scrollTo: (place: number) => void;
}

/**
 * Which columns of a wide grid are drawn. Pinned ones stay at the left, as many as leave room for the rest: on a phone
 * a wide one only comes first.
 * @param gridColumns the visible columns, pinned ones first
 * @param endPx the width of what stays at the end of each row
 */
export function useColumnsAcross<Row extends RowData>(
  columns: readonly DataColumn<Row>[],
  gridColumns: readonly GridColumn<Row>[],
  scroller: RefObject<HTMLDivElement | null>,
  endPx: number,
): ColumnsAcross<Row> {
  const [roomPx, setRoomPx] = useState(0);
  const widths = gridColumns.map((each) => each.getSize());
  const { staying, stayingPx } = fitting(
    widths.slice(0, gridColumns.filter((each) => each.getIsPinned() !== false).length),
    (roomPx - endPx) * PINNED_SHARE,
  );
  const across = useVirtualizer({
    horizontal: true,
    count: gridColumns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 0,
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range);
      const before = Math.min(staying, inView[0] ?? 0);
      return [...Array.from({ length: before }, (_, place) => place), ...inView];
    },
    scrollPaddingStart: stayingPx,
    scrollPaddingEnd: endPx,
    overscan: 4,
  });
  const sizes = widths.join();
  useEffect(() => {
    if (sizes !== '') across.measure();
  }, [across, sizes]);
  const widthPx = across.scrollRect?.width ?? 0;
  useEffect(() => setRoomPx(widthPx), [widthPx]);

  const items = across.getVirtualItems();
  const range = items.map(({ index, size }) => `${index}:${size}`).join();
  const drawn = useMemo(() => {
    const found: DrawnHeader<Row>[] = [];
    let leftPx = 0;
    for (const item of range === '' ? [] : range.split(',')) {
      const [place = 0, widthPx = 0] = item.split(':').map(Number);
      const gridColumn = gridColumns[place];
      const column = gridColumn === undefined ? undefined : columnOf(columns, gridColumn);
      if (column === undefined || gridColumn === undefined) continue;
      found.push({ column, gridColumn, place, widthPx, leftPx: place < staying ? leftPx : null });
      leftPx += widthPx;
    }
    return found;
  }, [range, gridColumns, columns, staying]);
  const firstInView = items.find(({ index }) => index >= staying);
  return {
    drawn,
    beforePx: Math.max(0, (firstInView?.start ?? stayingPx) - stayingPx),
    totalPx: across.getTotalSize(),
    scrollTo: (place) => {
      if (place >= staying) across.scrollToIndex(place);
    },
  };
}

/** How many of the first columns fit, and their width. */
function fitting(widths: readonly number[], roomPx: number): { staying: number; stayingPx: number } {
  let stayingPx = 0;
  for (const [staying, widthPx] of widths.entries()) {
    if (stayingPx + widthPx > roomPx) return { staying, stayingPx };
    stayingPx += widthPx;
  }
  return { staying: widths.length, stayingPx };
}
