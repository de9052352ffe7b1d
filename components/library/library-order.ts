/** The orders of the library's list, as its address writes them: `-` at the end means downward. */
export const LIBRARY_ORDERS = ['name', 'name-', 'last_run-', 'last_run', 'used-'] as const;

export type LibraryOrder = (typeof LIBRARY_ORDERS)[number];

export const BY_NAME: LibraryOrder = 'name';

/** Reads the order of an address: by name without one, or with an unknown one. */
export const readOrder = (text: unknown): LibraryOrder =>
  LIBRARY_ORDERS.find((order) => order === text) ?? BY_NAME;

/** The orders of a column: that of a first press, and that of a second one. */
export const COLUMN_ORDERS = {
  Name: ['name', 'name-'],
  'Last run': ['last_run-', 'last_run'],
} as const satisfies Record<string, readonly [LibraryOrder, LibraryOrder]>;

/** The same as the list's query; by name, the list needs none. */
export const orderQuery: Readonly<Record<LibraryOrder, { sort?: string; sortDesc?: string }>> = {
  name: {},
  'name-': { sortDesc: 'name' },
  'last_run-': { sortDesc: 'last_run_at' },
  last_run: { sort: 'last_run_at' },
  'used-': { sortDesc: 'recent_runs' },
};
