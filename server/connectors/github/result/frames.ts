import type { JsonValue } from '@/lib/base/json';

/** A table that was printed as text. */
export interface PrintedTable {
  columns: string[];
  rows: JsonValue[][];
}

const mostRows = 10_000;

/**
 * Reads a data frame as pandas and R print it: a header, then rows that begin with their number, each column aligned to its
 * right. Wide ones go on below. Null for everything that isn't one without doubt.
 */
export function readFrame(text: string): PrintedTable | null {
  const lines = text
    .replace(/\s+$/, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\[\d+ rows x \d+ columns\]$/.test(line.trim()));
  if (lines.length < 2 || lines.length > mostRows || /\.\.\./.test(text)) return null;
  const blocks: string[][] = [];
  for (const line of lines) {
    const isHeader = !/^\s*\d+(\s|$)/.test(line);
    if (isHeader) blocks.push([line.replace(/\s+\\$/, '')]);
    else if (blocks.length === 0) return null;
    else blocks.at(-1)?.push(line.replace(/\s+\\$/, ''));
  }
  const tables = blocks.map(readBlock);
  const [first, ...others] = tables;
  if (first === undefined || first === null) return null;
  for (const other of others) {
    if (other === null || other.rows.length !== first.rows.length) return null;
    first.columns.push(...other.columns);
    for (const [at, row] of other.rows.entries()) first.rows[at]?.push(...row);
  }
  return first;
}

function readBlock([header = '', ...lines]: string[]): PrintedTable | null {
  const columns = header.trim().split(/\s+/);
  if (lines.length === 0 || columns.length < 1 || header.trim() === '') return null;
  const ends = columns.map((_, index) => endOf(header, columns, index));
  const rows: JsonValue[][] = [];
  const first = Number(/^\s*(\d+)/.exec(lines[0] ?? '')?.[1]);
  if (first !== 0 && first !== 1) return null;
  for (const [index, line] of lines.entries()) {
    const [label = '', number = ''] = /^\s*(\d+)(?=\s)/.exec(line) ?? [];
    if (Number(number) !== first + index) return null;
    const cells = cut(line, label.length, ends);
    if (cells === null) return null;
    rows.push(cells.map(cellOf));
  }
  return { columns, rows };
}

/** Where a column's header ends: columns are aligned there. */
function endOf(header: string, columns: readonly string[], index: number): number {
  let at = 0;
  for (let each = 0; each <= index; each += 1)
    at = header.indexOf(columns[each] ?? '', at) + (columns[each]?.length ?? 0);
  return at;
}

/** Cuts a line at the columns' right ends; null where one stands across such an end. */
function cut(line: string, from: number, ends: readonly number[]): string[] | null {
  const cells: string[] = [];
  let start = from;
  for (const end of ends) {
    const next = line[end];
    if (next !== undefined && next !== ' ') return null;
    const cell = line.slice(start, end).trim();
    if (cell === '' || line[end - 1] === undefined || line[end - 1] === ' ') return null;
    cells.push(cell);
    start = end;
  }
  return line.slice(start).trim() === '' ? cells : null;
}

/** A cell as a number where it has nothing but one, without losing a digit. */
function cellOf(text: string): JsonValue {
  if (/^(NaN|NA|<NA>|None|NaT|NULL)$/.test(text)) return null;
  if (/^(True|TRUE)$/.test(text)) return true;
  if (/^(False|FALSE)$/.test(text)) return false;
  const isNumber =
    /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(text) &&
    String(Number(text)).length >= text.replace(/0+$/, '').replace(/\.$/, '').length;
  return isNumber ? Number(text) : text;
}
