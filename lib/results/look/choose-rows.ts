import type { JsonValue } from '@/lib/base/json';
import { cellKey, compareKeys, isNumericColumn } from '../charts/compare-cells';
import { cellText, type ResultTable } from '../table/result-table';
import { columnFilter } from './comparisons';
import { includesAny, readingsOf } from './readings';
import type { TableLook } from './table-look';

/** The rows of a table that a look leaves, in its order, as a grid shows them: blank cells come last in either order. */
export function chooseRows(
  { columns, rows }: ResultTable,
  { sort, search, filters }: Pick<TableLook, 'sort' | 'search' | 'filters'>,
): JsonValue[][] {
  const wanted = readingsOf(search);
  const wantedIn = filters.map(({ column, text }) => ({ column, isFound: columnFilter(text) }));
  const is = (cell: JsonValue | undefined, isFound: (text: string) => boolean) =>
    cell !== undefined && cell !== null && isFound(cellText(cell));
  const found = rows.filter(
    (row) =>
      (search === '' || row.some((cell) => is(cell, (text) => includesAny(text, wanted)))) &&
      wantedIn.every(({ column, isFound }) => is(row[column], isFound)),
  );
  if (sort === null) return found;
  const { column, isDescending } = sort;
  const cells = rows.map((row) => row[column] ?? null);
  const isNumeric = isNumericColumn(columns[column]?.type ?? '', cells);
  const keyed = found.map((row) => {
    const cell = row[column] ?? null;
    return { row, key: cell === null ? null : cellKey(cell, isNumeric) };
  });
  keyed.sort(({ key: a }, { key: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return compareKeys(a, b) * (isDescending ? -1 : 1);
  });
  return keyed.map(({ row }) => row);
}
