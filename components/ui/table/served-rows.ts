import type { TableLook } from '@/lib/results/look/table-look';

/** A grid whose rows come page by page from a server, which sorts and filters all of them. */
export interface ServedRows {
  /** Null where the server couldn't say. */
  matchingRows: number | null;
  totalRows: number;
  /** Another object for each page that is turned to, once its rows are there. Absent as long as they aren't. */
  turned?: TurnedTo | undefined;
}

/** A page of rows, and the row that was looked for, from 0 on that page; null to begin at its first. */
export interface TurnedTo {
  page: number;
  row: number | null;
}

/** How a person looks at the rows of a grid, whose columns are counted from 0 as they were given. */
export type GridLook = Pick<TableLook, 'sort' | 'search' | 'filters' | 'hidden' | 'pinned'>;

/** Changes a look. A function gets the look as it is by then. */
export type ChangeLook = (change: (before: GridLook) => Partial<GridLook>) => void;

/** What a grid shows. */
export interface GridView<Row> {
  /** In the displayed order; of rows that a server filters, those of the page. */
  rows: readonly Row[];
  /** How many rows the filters leave; null where the server couldn't say. */
  matchingRows: number | null;
  /** The visible columns in their displayed order, counted from 0 as they were given. */
  columns: readonly number[];
}
