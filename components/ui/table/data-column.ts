import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';

/** One column of a `DataTable`. */
export interface DataColumn<Row extends RowData> {
  /** May repeat, and may be empty. */
  header: string;
  /** Told on hover, beside the name: the column's type. */
  hint?: string;
  /** `end` for figures, which are set tabular. */
  align: 'start' | 'end';
  widthPx: number;
  cell: (row: Row) => ReactNode;
  /** The cell's whole value as text: what is copied, and what filters look at. */
  text: (row: Row) => string;
  /** Whether the row has nothing here: such rows come last, whichever way one sorts. */
  isBlank: (row: Row) => boolean;
  /** Ascending order of two rows that are not blank here. */
  compare: (a: Row, b: Row) => number;
  /** Shows the whole of a value that its cell has no room for. */
  open?: (row: Row) => void;
}

/** What a column is called where its name is empty. */
export function columnName({ header }: Pick<DataColumn<RowData>, 'header'>): string {
  return header === '' ? '(no name)' : header;
}
