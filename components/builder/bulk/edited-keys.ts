import type { FileTable } from '@/lib/bulk/file-columns';

const none: ReadonlySet<string> = new Set();

/** The inputs whose cell a person has changed in a row of a file, by key. */
export function editedKeys(
  { edited }: FileTable,
  matched: ReadonlyMap<string, number>,
  row: number,
): ReadonlySet<string> {
  const columns = edited?.get(row);
  if (columns === undefined) return none;
  return new Set([...matched].filter(([, column]) => columns.has(column)).map(([key]) => key));
}
