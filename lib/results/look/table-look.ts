/** How a person looks at a table. Columns are counted from 0, as the source returned them. */
export interface TableLook {
  /** Null for the original order. */
  sort: { column: number; isDescending: boolean } | null;
  /** A text in any column; empty for all rows. */
  search: string;
  filters: readonly { column: number; text: string }[];
  /** The hidden columns; null for those that are hidden at first. */
  hidden: readonly number[] | null;
  /** The columns that stay at the left, in their order; null for the first one on a narrow screen, and else none. */
  pinned: readonly number[] | null;
  /** From 0, of a table that has pages. */
  page: number;
  /** Null for the view that comes first. */
  view: ResultViewName | null;
  /** Whether it is the open one of several tables. */
  isOpen: boolean;
}

export const resultViewNames = ['Table', 'Chart', 'JSON'] as const;
export type ResultViewName = (typeof resultViewNames)[number];

export const PLAIN_LOOK: TableLook = {
  sort: null,
  search: '',
  filters: [],
  hidden: null,
  pinned: null,
  page: 0,
  view: null,
  isOpen: false,
};

/** A value of a cell may be long; what contains its beginning is close enough. */
const LONGEST_TEXT = 300;

/** The look after a change. Other rows begin on their first page. */
export function changedLook(before: TableLook, change: Partial<TableLook>): TableLook {
  const after = { ...before, ...change };
  const areOtherRows = JSON.stringify(rowsQuery(before)) !== JSON.stringify(rowsQuery(after));
  return { ...after, page: areOtherRows ? 0 : after.page, ...shortTexts(after) };
}

/** The texts of a look, as long as an address can hold. */
export const shortTexts = ({ search, filters }: Pick<TableLook, 'search' | 'filters'>) => ({
  search: search.slice(0, LONGEST_TEXT),
  filters: filters.map(({ column, text }) => ({ column, text: text.slice(0, LONGEST_TEXT) })),
});

/** Whether the rows or the columns that are shown differ from those that the run returned. */
export const isOwnSelection = ({ sort, search, filters, hidden }: TableLook): boolean =>
  sort !== null || search !== '' || filters.length > 0 || hidden !== null;

/** Which rows are shown, in the query of the API's operations on rows. */
export function rowsQuery({ sort, search, filters }: Pick<TableLook, 'sort' | 'search' | 'filters'>) {
  return {
    ...(sort !== null && { sort: sort.column, sortDesc: sort.isDescending }),
    ...(search !== '' && { search }),
    ...(filters.length > 0 && { filter: filters.map(({ column, text }) => `${column}:${text}`) }),
  };
}
