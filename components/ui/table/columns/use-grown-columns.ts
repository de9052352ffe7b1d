import type { RowData } from '@tanstack/react-table';
import { useCallback, useMemo, useState } from 'react';
import type { DataColumn } from './data-column';

/** Widths by the index of the column, of those that are wider than at first. */
export type GrownWidths = ReadonlyMap<number, number>;

/**
 * The widths that rows in view need. Columns never shrink, so that scrolling back doesn't move what people read.
 *
 * @param indexes the columns in view
 * @returns `before` itself if nothing has grown
 */
export function grownWidths<Row extends RowData>(
  before: GrownWidths,
  columns: readonly DataColumn<Row>[],
  indexes: readonly number[],
  rows: readonly Row[],
): GrownWidths {
  const grown = new Map<number, number>();
  for (const index of indexes) {
    const column = columns[index];
    if (column?.neededPx === undefined) continue;
    const widthPx = before.get(index) ?? column.widthPx;
    const neededPx = rows.reduce((most, row) => Math.max(most, column.neededPx?.(row) ?? 0), widthPx);
    if (neededPx > widthPx) grown.set(index, neededPx);
  }
  return grown.size === 0 ? before : new Map([...before, ...grown]);
}

const NONE: GrownWidths = new Map();

/** Columns as wide as what was in view needs: a number that is cut off reads as another number. */
export function useGrownColumns<Row extends RowData>(columns: readonly DataColumn<Row>[]) {
  const [widths, setWidths] = useState(NONE);
  const grown = useMemo(
    () =>
      widths === NONE
        ? columns
        : columns.map((column, index) => ({
            ...column,
            widthPx: Math.max(column.widthPx, widths.get(index) ?? 0),
          })),
    [columns, widths],
  );
  const see = useCallback(
    (indexes: readonly number[], rows: readonly Row[]) =>
      setWidths((before) => grownWidths(before, columns, indexes, rows)),
    [columns],
  );
  return { grown, see };
}
