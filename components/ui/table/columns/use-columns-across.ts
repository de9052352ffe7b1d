import type { RowData } from '@tanstack/react-table';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { columnOf, type GridColumn } from '../table-model';
import type { DrawnColumn } from '../table-row';
import type { DataColumn } from './data-column';

/** Pinned columns leave at least this part of the grid for what scrolls under them. */
const PINNED_SHARE = 2 / 3;
/** On a phone, a wide column that stays alone is cut to this part instead. */
const LONE_SHARE = 0.45;
const NARROW_PX = 480;
/** Of a column that is cut off by the edge, less than this says nothing. */
const READABLE_PX = 72;

interface DrawnHeader<Row extends RowData> extends DrawnColumn<Row> {
  gridColumn: GridColumn<Row>;
}

interface ColumnsAcross<Row extends RowData> {
  /** The columns to draw: those that stay, and those in view. Stable while they are the same. */
  drawn: DrawnHeader<Row>[];
  /** The room of what isn't drawn, between the columns that stay and the first in view. */
  beforePx: number;
  totalPx: number;
  /** The place of the first column that only shows, or hardly, once the grid is scrolled. */
  firstBeyond: number;
  scrollTo: (place: number) => void;
}

/**
 * Which columns of a wide grid are drawn. Pinned ones stay at the left, as many as leave room for the rest: on a phone
 * a wide one only comes first.
 * @param gridColumns the visible columns, pinned ones first
 * @param ends the widths of what stays at the start and at the end of each row
 */
export function useColumnsAcross<Row extends RowData>(
  columns: readonly DataColumn<Row>[],
  gridColumns: readonly GridColumn<Row>[],
  scroller: RefObject<HTMLDivElement | null>,
  { startPx, endPx }: { startPx: number; endPx: number },
): ColumnsAcross<Row> {
  const [roomPx, setRoomPx] = useState(0);
  const freePx = roomPx - startPx - endPx;
  const widths = spread(columns, gridColumns, freePx);
  const { staying, stayingPx } = fitting(
    widths.slice(0, gridColumns.filter((each) => each.getIsPinned() !== false).length),
    freePx * PINNED_SHARE,
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
    paddingStart: startPx,
    scrollPaddingStart: startPx + stayingPx,
    scrollPaddingEnd: endPx,
    overscan: 4,
  });
  const sizes = widths.join();
  useEffect(() => {
    if (sizes !== '') across.measure();
  }, [across, sizes]);
  const widthPx = across.scrollRect?.width ?? 0;
  useLayoutEffect(() => setRoomPx(widthPx), [widthPx]);

  const items = across.getVirtualItems();
  const range = items.map(({ index, size }) => `${index}:${size}`).join();
  const drawn = useMemo(() => {
    const found: DrawnHeader<Row>[] = [];
    let leftPx = startPx;
    for (const item of range === '' ? [] : range.split(',')) {
      const [place = 0, widthPx = 0] = item.split(':').map(Number);
      const gridColumn = gridColumns[place];
      const column = gridColumn === undefined ? undefined : columnOf(columns, gridColumn);
      if (column === undefined || gridColumn === undefined) continue;
      found.push({ column, gridColumn, place, widthPx, leftPx: place < staying ? leftPx : null });
      leftPx += widthPx;
    }
    return found;
  }, [range, gridColumns, columns, staying, startPx]);
  const firstInView = items.find(({ index }) => index >= staying);
  return {
    drawn,
    beforePx: Math.max(0, (firstInView?.start ?? startPx + stayingPx) - startPx - stayingPx),
    totalPx: across.getTotalSize(),
    firstBeyond: fitting(widths, freePx - READABLE_PX).staying + 1,
    scrollTo: (place) => {
      if (place >= staying) across.scrollToIndex(place);
    },
  };
}

/**
 * The widths of the columns: those that are narrower together than the grid share the rest of its room, texts first, but
 * not those that the person sized. On a phone, one that stays leaves room for the others.
 */
function spread<Row extends RowData>(
  columns: readonly DataColumn<Row>[],
  gridColumns: readonly GridColumn<Row>[],
  freePx: number,
): number[] {
  const widths = gridColumns.map((each) => each.getSize());
  const isSized = (at: number) => widths[at] !== columnOf(columns, gridColumns[at] ?? { id: '' })?.widthPx;
  const [first, second] = gridColumns;
  if (
    freePx < NARROW_PX &&
    first?.getIsPinned() === 'start' &&
    second?.getIsPinned() === false &&
    !isSized(0)
  )
    widths[0] = Math.min(widths[0] ?? 0, Math.max(0, freePx * LONE_SHARE));
  const extraPx = freePx - widths.reduce((sum, widthPx) => sum + widthPx, 0);
  if (extraPx <= 0) return widths;
  const open = [...widths.keys()].filter((at) => !isSized(at));
  const texts = open.filter((at) => columnOf(columns, gridColumns[at] ?? { id: '' })?.align === 'start');
  const growing = texts.length > 0 ? texts : open;
  for (const [nth, at] of growing.entries()) {
    const eachPx = Math.floor(extraPx / growing.length);
    widths[at] = (widths[at] ?? 0) + (nth === 0 ? extraPx - eachPx * (growing.length - 1) : eachPx);
  }
  return widths;
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
