const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Finds one cell in the line of a row, without reading the others as JSON: a million rows are sorted by one column.
 *
 * @param start where the line begins, with its `[`
 * @param end where it ends, after its `]`
 * @param index of the cell, from 0
 * @returns where the cell's JSON begins and ends; null if the row has fewer cells
 */
export function cellSpan(bytes: Buffer, start: number, end: number, index: number): [number, number] | null {
  let left = index;
  let from = start + 1;
  let depth = 0;
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = closingQuote(bytes, at + 1);
    } else if (byte === COMMA && depth === 0) {
      if (left === 0) return [from, at];
      left -= 1;
      from = at + 1;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
    } else if (byte === 0x5d || byte === 0x7d) {
      if (depth === 0) return left === 0 && at > from ? [from, at] : null;
      depth -= 1;
    }
  }
  return null;
}

function closingQuote(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
