import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { JsonValue } from '@/lib/base/json';

/** One column of a `DataTable`. */
export interface DataColumn<Row extends RowData> {
  /** May repeat, and may be empty. */
  header: string;
  /** Shown on hover, next to the name: the column's type. */
  hint?: string;
  /** How its values are compared in its filter, such as `>1000`; left out if they only contain a text. */
  comparison?: string;
  /** Whether people must choose the column to see it. */
  isHiddenAtFirst?: boolean;
  /** `end` for numbers, which are set in tabular figures. */
  align: 'start' | 'end';
  widthPx: number;
  /** The width that the column needs to show a row's cell; without it, the column keeps its width. */
  neededPx?: (row: Row) => number;
  cell: (row: Row) => ReactNode;
  /** The cell's whole value as text, for copying and filtering. */
  text: (row: Row) => string;
  /** The cell's text as it is shown, where that differs from the whole value. */
  shown?: (row: Row) => string;
  /** The cell's value, for copying as JSON and adding up; undefined if only its text is known. */
  value?: (row: Row) => JsonValue;
  /** Whether the cell is blank: blank rows come last in either sort order. */
  isBlank: (row: Row) => boolean;
  /** Ascending order of two rows that aren't blank here. */
  compare: (a: Row, b: Row) => number;
  /** Opens a value that doesn't fit in its cell. */
  open?: (row: Row) => void;
}

/** The name of a column without one. */
export function columnName({ header }: Pick<DataColumn<RowData>, 'header'>): string {
  return header === '' ? '(no name)' : header;
}
