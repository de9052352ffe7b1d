import { compareCells, isNumericColumn } from '@/lib/results/charts/compare-cells';
import type { ColumnCells } from '@/server/results/rows/column-cells';
import { numberIn } from '@/server/results/rows/number-key';
import { sortedOrder } from '@/server/results/rows/sorted-order';
import { textKeys } from '@/server/results/rows/text-keys';

export interface RowSort {
  column: number;
  isDescending: boolean;
}

const SAMPLED_ROWS = 200;
/** A key has this many digits exactly; longer numbers with the same key are compared as text. */
const EXACT_CHARS = 15;

/** What cells are sorted by: a number each, and what decides between cells with the same one. */
interface Keys {
  numbers: Float64Array;
  /** Whether the number alone decides about a cell. */
  isExact(place: number): boolean;
  compare(a: number, b: number): number;
}

/**
 * The rows in the order of one column: numbers by their value, however many digits they have, everything else by its
 * letters, regardless of case. Rows without a value come last either way, and equal rows stay in their stored order.
 */
export function orderRows(
  cells: ColumnCells,
  type: string,
  rowCount: number,
  isDescending: boolean,
): Uint32Array {
  const sample = Array.from({ length: Math.min(SAMPLED_ROWS, cells.count) }, (_, place) =>
    readNumber(cells.text(place)),
  );
  const keys = isNumericColumn(type, sample) ? numberKeys(cells) : lettersOf(cells);
  const { numbers } = keys;
  if (isDescending)
    for (let place = 0; place < numbers.length; place += 1) numbers[place] = -(numbers[place] ?? 0);
  const order = sortedOrder(numbers);
  sortTies(order, cells, keys, isDescending);
  return withBlanksLast(order, cells, rowCount);
}

/** A cell of a column without a type: a number if it reads as one. */
function readNumber(text: string): string | number {
  return /^-?\d/.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
}

function numberKeys(cells: ColumnCells): Keys {
  const { bytes, starts, count } = cells;
  const numbers = new Float64Array(count);
  const isNumber = new Uint8Array(count);
  for (let place = 0; place < count; place += 1) {
    const number = cells.isWhole(place)
      ? numberIn(bytes, starts[place] ?? 0, starts[place + 1] ?? 0)
      : wholeNumber(cells.text(place));
    isNumber[place] = Number.isFinite(number) ? 1 : 0;
    // What isn't a number stands after the numbers.
    numbers[place] = Number.isFinite(number) ? number : Number.POSITIVE_INFINITY;
  }
  return {
    numbers,
    isExact: (place) => isNumber[place] === 1 && cells.length(place) <= EXACT_CHARS,
    compare: (a, b) => compareCells(cells.text(a), cells.text(b), true),
  };
}

function wholeNumber(text: string): number {
  const bytes = Buffer.from(text);
  return numberIn(bytes, 0, bytes.length);
}

function lettersOf(cells: ColumnCells): Keys {
  const { bytes, starts } = cells;
  const { numbers, reach } = textKeys(cells);
  return {
    numbers,
    isExact: (place) => cells.isWhole(place) && cells.length(place) <= reach,
    compare: (a, b) => {
      let at = (starts[a] ?? 0) + reach;
      let other = (starts[b] ?? 0) + reach;
      const end = starts[a + 1] ?? 0;
      const otherEnd = starts[b + 1] ?? 0;
      for (; at < end && other < otherEnd; at += 1, other += 1) {
        const difference = (bytes[at] ?? 0) - (bytes[other] ?? 0);
        if (difference !== 0) return difference;
      }
      if (cells.isWhole(a) && cells.isWhole(b)) return end - at - (otherEnd - other);
      return Buffer.compare(Buffer.from(cells.text(a)), Buffer.from(cells.text(b)));
    },
  };
}

/** Sorts the cells that have the same number by what they are in full. */
function sortTies(order: Uint32Array, cells: ColumnCells, keys: Keys, isDescending: boolean): void {
  const { numbers, isExact } = keys;
  const compare = isDescending ? (a: number, b: number) => keys.compare(b, a) : keys.compare;
  for (let from = 0; from < order.length; ) {
    const first = order[from] ?? 0;
    const number = numbers[first];
    let to = from + 1;
    while (to < order.length && numbers[order[to] ?? 0] === number) to += 1;
    if (to - from > 1) {
      const tied = order.subarray(from, to);
      if (!tied.every(isExact) && !tied.every((place) => cells.isSame(first, place))) tied.sort(compare);
    }
    from = to;
  }
}

function withBlanksLast(order: Uint32Array, cells: ColumnCells, rowCount: number): Uint32Array {
  if (order.length === rowCount) return order;
  const rows = new Uint32Array(rowCount);
  for (let at = 0; at < order.length; at += 1) rows[at] = cells.rows[order[at] ?? 0] ?? 0;
  let at = order.length;
  let place = 0;
  for (let row = 0; row < rowCount; row += 1) {
    if (place < order.length && cells.rows[place] === row) place += 1;
    else {
      rows[at] = row;
      at += 1;
    }
  }
  return rows;
}
