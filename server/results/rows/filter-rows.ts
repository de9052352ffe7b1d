import { isAscii } from 'node:buffer';
import { cellText } from '@/lib/runs/result-table';
import type { ColumnCells } from '@/server/results/rows/column-cells';
import type { RowCells } from '@/server/results/rows/row-cells';
import { type IndexedTable, linesOf, type RowLine, type RowSource } from '@/server/results/rows/row-index';

export interface RowFilter {
  /** In any column; empty for no matter what. */
  search: string;
  /** In one column each. */
  filters: readonly { column: number; text: string }[];
}

/** The rows that contain a text in any column, regardless of case, in their stored order. Null never matches. */
export function searchRows(
  source: RowSource,
  table: IndexedTable,
  cells: RowCells,
  search: string,
): Uint32Array {
  const wanted = search.toLowerCase();
  const mayMatch = prefilter(wanted);
  const found = new Uint32Array(table.rowCount);
  let count = 0;
  for (const line of linesOf(source, table)) {
    if (!mayMatch(line)) continue;
    const matches = cells
      .all(line)
      .some((cell) => cell !== null && cellText(cell).toLowerCase().includes(wanted));
    if (!matches) continue;
    found[count] = line.row;
    count += 1;
  }
  return found.slice(0, count);
}

/** The rows that contain a text in one column, in the same way. */
export function filterRows(cells: ColumnCells, text: string): Uint32Array {
  return cells.containing(text.toLowerCase()).map((place) => cells.rows[place] ?? 0);
}

/** The rows that are in all of these; each is in ascending order. */
export function inAll(lists: readonly Uint32Array[]): Uint32Array {
  const [first = new Uint32Array(), ...others] = lists;
  return others.reduce((kept, other) => {
    let at = 0;
    return kept.filter((row) => {
      while (at < other.length && (other[at] ?? 0) < row) at += 1;
      return other[at] === row;
    });
  }, first);
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
