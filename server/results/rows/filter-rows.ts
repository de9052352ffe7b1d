import { comparisonOf } from '@/lib/results/look/comparisons';
import { readingsOf } from '@/lib/results/look/readings';
import { cellText } from '@/lib/results/table/result-table';
import type { ColumnCells } from '@/server/results/rows/column-cells';
import { findInPiece } from '@/server/results/rows/find-in-piece';
import type { RowCells } from '@/server/results/rows/row-cells';
import {
  goTo,
  type IndexedTable,
  piecesOf,
  type RowLine,
  type RowSource,
} from '@/server/results/rows/row-index';

export interface RowFilter {
  /** In any column; empty for no matter what. */
  search: string;
  /** In one column each. */
  filters: readonly { column: number; text: string }[];
}

/**
 * The rows that contain a text in any column, as one of its readings and regardless of case, in their stored order. Null
 * never matches.
 */
export function searchRows(
  source: RowSource,
  table: IndexedTable,
  cells: RowCells,
  search: string,
): Uint32Array {
  return inAny(readingsOf(search).map((wanted) => rowsWith(source, table, cells, wanted)));
}

function rowsWith(source: RowSource, table: IndexedTable, cells: RowCells, wanted: string): Uint32Array {
  const isIn = (line: RowLine): boolean =>
    cells.all(line).some((cell) => cell !== null && cellText(cell).toLowerCase().includes(wanted));
  const found = new Uint32Array(table.rowCount);
  let count = 0;
  for (const piece of piecesOf(source, table)) {
    for (const { row, isCertain } of findInPiece(piece, table, wanted)) {
      goTo(piece, table, row);
      // What is masked looks otherwise to its readers.
      if ((cells.hasMasks || !isCertain) && !isIn(piece.line)) continue;
      found[count] = row;
      count += 1;
    }
  }
  return found.slice(0, count);
}

/** The rows that contain a text in one column, in the same way, or that a comparison such as `>1000` finds there. */
export function filterRows(cells: ColumnCells, text: string): Uint32Array {
  const compares = comparisonOf(text);
  const lists = readingsOf(text).map((wanted) => cells.containing(wanted));
  if (compares !== null) lists.push(placesWhere(cells, compares));
  return inAny(lists).map((place) => cells.rows[place] ?? 0);
}

function placesWhere(cells: ColumnCells, isFound: (text: string) => boolean): Uint32Array {
  const found = new Uint32Array(cells.count);
  let count = 0;
  for (let place = 0; place < cells.count; place += 1) {
    if (!isFound(cells.text(place))) continue;
    found[count] = place;
    count += 1;
  }
  return found.slice(0, count);
}

/** The rows that are in one of these, in ascending order. */
function inAny(lists: readonly Uint32Array[]): Uint32Array {
  const [first = new Uint32Array(), ...others] = lists;
  return others.length === 0 ? first : Uint32Array.from(new Set(lists.flatMap((list) => [...list]))).sort();
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
