/** A grid whose rows come page by page from a server, which sorts and filters all of them. */
export interface ServedRows {
  /** The same for each page: what the sorting and the filters are remembered by. */
  key: object;
  /** Called when the person sorts or filters. Keep it stable between renders. */
  onLook: (look: GridLook) => void;
  matchingRows: number;
  totalRows: number;
}

/** How a person wants to see the rows: columns are counted from 0. */
export interface GridLook {
  /** Null for the original order. */
  sort: { column: number; isDescending: boolean } | null;
  /** A text in any column; empty for all rows. */
  search: string;
  filters: readonly { column: number; text: string }[];
}

export const PLAIN_LOOK: GridLook = { sort: null, search: '', filters: [] };
