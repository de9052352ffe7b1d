import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';

/** What stands at the end of each row. It stays visible however far the grid is scrolled, and holds no data. */
export interface RowEnd<Row extends RowData> {
  /** @param shown the rows that the filters leave, in the displayed order */
  header: (shown: readonly Row[]) => ReactNode;
  widthPx: number;
  /** Whether a row is marked, as a selected one is. */
  isMarked?: (row: Row) => boolean;
  /** @param index from 0, in the displayed order */
  draw: (row: Row, index: number) => ReactNode;
}
