import type { JsonValue } from '@/lib/base/json';
import { compareCells, isNumericColumn } from '../charts/compare-cells';
import { cellText, type ResultTable } from '../table/result-table';
import type { TableLook } from './table-look';

/** The rows of a table that a look leaves, in its order, as a grid shows them: blank cells come last in either order. */
export function chooseRows(
  { columns, rows }: ResultTable,
  { sort, search, filters }: Pick<TableLook, 'sort' | 'search' | 'filters'>,
): JsonValue[][] {
  const wanted = search.toLowerCase();
  const has = (cell: JsonValue | undefined, text: string) =>
    cell !== undefined && cell !== null && cellText(cell).toLowerCase().includes(text);
  const found = rows.filter(
    (row) =>
      (wanted === '' || row.some((cell) => has(cell, wanted))) &&
      filters.every(({ column, text }) => has(row[column], text.toLowerCase())),
  );
  if (sort === null) return found;
  const { column, isDescending } = sort;
  const cellOf = (row: readonly JsonValue[]) => row[column] ?? null;
  const isNumeric = isNumericColumn(columns[column]?.type ?? '', rows.map(cellOf));
  return found.toSorted((first, second) => {
    const [a, b] = [cellOf(first), cellOf(second)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return compareCells(a, b, isNumeric) * (isDescending ? -1 : 1);
  });
}
