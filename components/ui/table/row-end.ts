import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { DataColumn } from './columns/data-column';

/** What stands at one end of each row. It stays visible however far the grid is scrolled, and holds no data. */
export interface RowEnd<Row extends RowData> {
  /** @param shown the rows that the filters leave, in the displayed order */
  header: (shown: readonly Row[]) => ReactNode;
  widthPx: number;
  /** @param index from 0, in the displayed order */
  draw: (row: Row, index: number) => ReactNode;
}

/** What stands at the start of each row, and marks some. */
export interface RowStart<Row extends RowData> extends RowEnd<Row> {
  /** Whether a row is marked, as a selected one is. */
  isMarked: (row: Row) => boolean;
}

/** Says in one line what a row holds in columns that are out of sight until the grid is scrolled. */
export type RowLine<Row extends RowData> = (row: Row, columns: readonly DataColumn<Row>[]) => string;
