import { type LineBytes, marksIn } from '@/server/results/rows/line-bytes';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const ARRAY = 0x5b;
const ARRAY_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/**
 * Finds where a cell begins in the line of a row, without reading the others as JSON: a million rows are sorted by one
 * column.
 *
 * @param from where another cell of the row begins; the first one begins after the row's `[`
 * @param end where the line ends, after its `]`
 * @param further how many cells further it is
 * @returns -1 if the row has fewer cells
 */
export function findCell(line: LineBytes, from: number, end: number, further: number): number {
  let at = from;
  for (let left = further; left > 0 && at < end; left -= 1) at = endOfCell(line, at) + 1;
  return at < end - 1 ? at : -1;
}

/** Where the cell that begins here ends: its comma, or the end of the row. */
export function endOfCell({ bytes, words }: LineBytes, from: number): number {
  const head = bytes[from];
  if (head === QUOTE) return endOfText(bytes, words, from + 1) + 1;
  if (head === ARRAY || head === OBJECT) return endOfNested(bytes, words, from + 1);
  let at = from;
  while (bytes[at] !== COMMA && bytes[at] !== ARRAY_END) at += 1;
  return at;
}

/** After what ends the array or object whose inside begins here. */
function endOfNested(bytes: Buffer, words: DataView, from: number): number {
  let at = from;
  for (let depth = 1; depth > 0; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, words, at + 1);
    else if (byte === ARRAY || byte === OBJECT) depth += 1;
    else if (byte === ARRAY_END || byte === OBJECT_END) depth -= 1;
  }
  return at;
}

/** Where the quote is that ends a text. */
function endOfText(bytes: Buffer, words: DataView, from: number): number {
  let at = from;
  for (;;) {
    while (marksIn(words.getInt32(at, true)) === 0) at += 4;
    while (bytes[at] !== QUOTE && bytes[at] !== BACKSLASH) at += 1;
    if (bytes[at] === QUOTE) return at;
    // What follows a backslash doesn't end it.
    at += 2;
  }
}
