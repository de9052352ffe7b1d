import { isAscii } from 'node:buffer';
import { cellText } from '@/lib/runs/result-table';
import type { RowCells } from '@/server/results/rows/row-cells';
import { type IndexedTable, linesOf, type RowLine, type RowSource } from '@/server/results/rows/row-index';

export interface RowFilter {
  /** In any column; empty for no matter what. */
  search: string;
  /** In one column each. */
  filters: readonly { column: number; text: string }[];
}

/** The rows that contain the texts, regardless of case, in their stored order. Null never matches. */
export function filterRows(
  source: RowSource,
  table: IndexedTable,
  cells: RowCells,
  { search, filters }: RowFilter,
): Uint32Array {
  const wanted = search.toLowerCase();
  const columns = filters.map(({ column, text }) => ({ column, text: text.toLowerCase() }));
  const mayMatch = wanted === '' ? () => true : prefilter(wanted);
  const isIn = (line: RowLine): boolean =>
    cells.all(line).some((cell) => cell !== null && cellText(cell).toLowerCase().includes(wanted));
  const found = new Uint32Array(table.rowCount);
  let count = 0;
  for (const line of linesOf(source, table)) {
    if (!mayMatch(line)) continue;
    const matches =
      columns.every(({ column, text }) => cells.text(line, column)?.toLowerCase().includes(text) ?? false) &&
      (wanted === '' || isIn(line));
    if (!matches) continue;
    found[count] = line.row;
    count += 1;
  }
  return found.slice(0, count);
}

/**
 * Whether the text is anywhere in a line, for one line after another. Reading cells as JSON takes twenty times as long as
 * this, and most rows don't contain what people look for.
 */
function prefilter(wanted: string): (line: RowLine) => boolean {
  // JSON writes some characters in another way than the text has them.
  if (JSON.stringify(wanted) !== `"${wanted}"`) return () => true;
  let bytes: Buffer | null = null;
  let text = '';
  /** Where the current line begins in the text, and where the wanted text is next. */
  let from = 0;
  let hit = -1;
  return (line) => {
    if (line.isFront) return true;
    if (line.bytes !== bytes) {
      bytes = line.bytes;
      text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8').toLowerCase();
      from = 0;
      hit = text.indexOf(wanted);
    }
    const end = text.indexOf('\n', from);
    const matches = hit >= 0 && hit < end;
    from = end + 1;
    if (matches) hit = text.indexOf(wanted, from);
    return matches;
  };
}
