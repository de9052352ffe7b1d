import { compareCells, isNumericColumn } from '@/lib/runs/compare-cells';
import type { RowCells } from '@/server/results/rows/row-cells';
import { type IndexedTable, linesOf, type RowSource } from '@/server/results/rows/row-index';
import { sortedOrder } from '@/server/results/rows/sorted-order';

export interface RowSort {
  column: number;
  isDescending: boolean;
}

const SAMPLED_ROWS = 200;
/** A double keeps this many digits; longer numbers with the same double are compared as text. */
const EXACT_CHARS = 15;
/** How many characters of a text are in its key. */
const KEY_CHARS = 6;

/** What a row is sorted by: a number, and what decides between rows with the same one. */
interface Keys {
  numbers: Float64Array;
  /** By row; undefined where the number alone decides. */
  texts: (string | undefined)[];
  compare: (a: string, b: string) => number;
}

/**
 * The rows in the order of one column: numbers by their value, however many digits they have, everything else by its
 * letters, regardless of case. Rows without a value come last either way, and equal rows stay in their stored order.
 */
export function orderRows(
  source: RowSource,
  table: IndexedTable,
  cells: RowCells,
  { column, isDescending }: RowSort,
): Uint32Array {
  const { texts, filled } = readColumn(source, table, cells, column);
  const sample = texts.slice(0, SAMPLED_ROWS).map(readNumber);
  const keys = isNumericColumn(table.columns[column]?.type ?? '', sample)
    ? numberKeys(texts)
    : textKeys(texts);
  if (isDescending) for (const [place, key] of keys.numbers.entries()) keys.numbers[place] = -key;
  const order = sortedOrder(keys.numbers);
  sortTies(order, keys, isDescending ? (a, b) => keys.compare(b, a) : keys.compare);
  return withBlanksLast(order, filled, table.rowCount);
}

/** The cells of a column that aren't null, and their rows. */
function readColumn(source: RowSource, table: IndexedTable, cells: RowCells, column: number) {
  const texts: string[] = [];
  const filled = new Uint32Array(table.rowCount);
  for (const line of linesOf(source, table)) {
    const text = cells.text(line, column);
    if (text === null) continue;
    filled[texts.length] = line.row;
    texts.push(text);
  }
  return { texts, filled: filled.subarray(0, texts.length) };
}

/** A cell of a column without a type: a number if it reads as one. */
function readNumber(text: string): string | number {
  return /^-?\d/.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
}

function numberKeys(texts: readonly string[]): Keys {
  const numbers = new Float64Array(texts.length);
  const ties: (string | undefined)[] = new Array(texts.length);
  texts.forEach((text, place) => {
    const number = Number(text.replace(/^([-+]?)\$/, '$1').replaceAll(',', ''));
    const isNumber = text !== '' && Number.isFinite(number);
    // What isn't a number stands after the numbers.
    numbers[place] = isNumber ? number : Number.POSITIVE_INFINITY;
    if (!isNumber || text.length > EXACT_CHARS) ties[place] = text;
  });
  return { numbers, texts: ties, compare: (a, b) => compareCells(a, b, true) };
}

function textKeys(texts: readonly string[]): Keys {
  const folded = texts.map((text) => text.toLowerCase());
  const shared = sharedStart(folded);
  return {
    numbers: Float64Array.from(folded, (text) => keyOf(text, shared)),
    texts: folded,
    compare: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  };
}

/** How many characters all the texts begin with. */
function sharedStart(texts: readonly string[]): number {
  const [first = ''] = texts;
  let shared = first.length;
  for (const text of texts) {
    let at = 0;
    while (at < shared && text.charCodeAt(at) === first.charCodeAt(at)) at += 1;
    shared = at;
    if (shared === 0) break;
  }
  return shared;
}

/** A number in the order of the texts' next characters, up to the first beyond Latin: beyond it, the key says nothing. */
function keyOf(text: string, start: number): number {
  let key = 0;
  let isBeyond = false;
  for (let at = start; at < start + KEY_CHARS; at += 1) {
    const character: number = isBeyond || at >= text.length ? -1 : Math.min(255, text.charCodeAt(at));
    isBeyond ||= character === 255;
    key = key * 257 + character + 1;
  }
  return key;
}

/** Sorts the rows that have the same number by their texts. */
function sortTies(order: Uint32Array, { numbers, texts }: Keys, compare: Keys['compare']): void {
  for (let from = 0; from < order.length; ) {
    const number = numbers[order[from] ?? 0];
    let to = from + 1;
    while (to < order.length && numbers[order[to] ?? 0] === number) to += 1;
    if (to - from > 1) {
      const tied = Array.from(order.subarray(from, to));
      if (tied.some((place) => texts[place] !== undefined)) {
        tied.sort((a, b) => compare(texts[a] ?? String(number), texts[b] ?? String(number)));
        order.set(tied, from);
      }
    }
    from = to;
  }
}

function withBlanksLast(order: Uint32Array, filled: Uint32Array, rowCount: number): Uint32Array {
  const rows = new Uint32Array(rowCount);
  order.forEach((place, at) => {
    rows[at] = filled[place] ?? 0;
  });
  const isFilled = new Uint8Array(rowCount);
  for (const row of filled) isFilled[row] = 1;
  let at = order.length;
  for (let row = 0; row < rowCount; row += 1) {
    if (isFilled[row] === 0) {
      rows[at] = row;
      at += 1;
    }
  }
  return rows;
}
