import { type LineBytes, lineBytes } from '@/server/results/rows/line-bytes';
import { FRONT_LINE } from '@/server/results/stored/result-file';

const LINE_FEED = 0x0a;
const ROW = 0x5b;
/** Memory of this size stays in the processor's cache. It is used for piece after piece: new memory costs as much as reading. */
const CHUNK_BYTES = 1024 * 1024;
/** A longer line is known by its front alone. */
const LONGEST_LINE = 16 * 1024 * 1024;
const FRONT_BYTES = 1024 * 1024;

/** More rows than these are for downloads: their places alone would take too much memory. */
export const MOST_ROWS = 5_000_000;

/** The bytes of a stored result. */
export interface RowSource {
  sizeBytes: number;
  /** Fills `into` with the bytes from `start` on, which must be there. */
  read(start: number, into: Buffer): void;
}

/** Where the rows of one result set are. */
export interface IndexedTable {
  columns: { name: string; type: string }[];
  rowCount: number;
  /** Where each row begins, and after the last, where the next line would. */
  starts: Float64Array;
}

/** The result can't be read by rows. The message is for people. */
export class RowsRefused extends Error {
  override readonly name = 'RowsRefused';
}

/** Reads a stored table once, and notes where its rows are. A last line without its end is left out. */
export function indexRows(source: RowSource): IndexedTable[] {
  const tables: (Omit<IndexedTable, 'starts'> & { places: Places })[] = [];
  const total = { rows: 0 };
  let lineStart = 0;
  let rest: Buffer = Buffer.alloc(0);
  const addRow = (table: (typeof tables)[number], start: number, next: number): void => {
    table.rowCount += 1;
    total.rows += 1;
    if (total.rows > MOST_ROWS) {
      throw new RowsRefused(
        `This result has more than ${MOST_ROWS / 1_000_000} million rows. Download it, or have the command return fewer.`,
      );
    }
    table.places.push(start, next);
  };
  const addOther = (line: Buffer): void => {
    if (line.subarray(0, FRONT_LINE.length).equals(Buffer.from(FRONT_LINE))) return;
    const heading = JSON.parse(line.toString('utf8'));
    if (!('columns' in heading)) throw new RowsRefused('This result is not a table.');
    tables.push({ columns: heading.columns, rowCount: 0, places: new Places() });
  };
  const memory = Buffer.alloc(Math.min(CHUNK_BYTES, source.sizeBytes));
  for (let position = 0; position < source.sizeBytes; position += CHUNK_BYTES) {
    const chunk = memory.subarray(0, source.sizeBytes - position);
    source.read(position, chunk);
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      const table = tables.at(-1);
      const begin = rest.length === 0 ? chunk[from] : rest[0];
      if (begin === ROW && table !== undefined) addRow(table, lineStart, position + end + 1);
      else addOther(Buffer.concat([rest, chunk.subarray(from, end)]));
      if (rest.length > 0) rest = Buffer.alloc(0);
      from = end + 1;
      lineStart = position + from;
    }
    // Of a long line, its beginning tells what it is.
    if (rest.length < LONGEST_LINE) rest = Buffer.concat([rest, chunk.subarray(from)]);
  }
  return tables.map(({ places, ...table }) => ({ ...table, starts: places.all() }));
}

/** Numbers that are appended one by one. */
class Places {
  private held = new Float64Array(1024);
  private count = 0;

  /** Of one line after another, where the next begins is where this one ends, but for lines that aren't rows. */
  push(start: number, next: number): void {
    if (this.count + 2 > this.held.length) {
      const grown = new Float64Array(this.held.length * 2);
      grown.set(this.held);
      this.held = grown;
    }
    const at = Math.max(0, this.count - 1);
    this.held[at] = start;
    this.held[at + 1] = next;
    this.count = at + 2;
  }

  all(): Float64Array {
    return this.held.slice(0, this.count);
  }
}

/** A row's line: the whole, or the front of one that is too long. */
export interface RowLine extends LineBytes {
  row: number;
  start: number;
  end: number;
  isFront: boolean;
}

/** Rows that follow each other, read at once. */
export interface RowPiece {
  /** Its rows, from the first to before the last; one if its line is too long. */
  first: number;
  last: number;
  /** Where its bytes begin in the result. */
  begin: number;
  /** The same object for each piece, and the same memory; `goTo` sets which of its rows it is. */
  line: RowLine;
}

/** A table in pieces of a megabyte, in its stored order. */
export function* piecesOf(source: RowSource, { starts, rowCount }: IndexedTable): Generator<RowPiece> {
  let memory = lineBytes(CHUNK_BYTES);
  for (let first = 0; first < rowCount; ) {
    const begin = starts[first] ?? 0;
    let last = first + 1;
    while (last < rowCount && (starts[last + 1] ?? 0) - begin <= CHUNK_BYTES) last += 1;
    const sizeBytes = (starts[last] ?? 0) - begin;
    if (sizeBytes > LONGEST_LINE) yield { first, last, begin, line: longLine(source, begin, first) };
    else {
      if (sizeBytes > memory.bytes.length) memory = lineBytes(sizeBytes);
      const { words } = memory;
      const bytes = memory.bytes.subarray(0, sizeBytes);
      source.read(begin, bytes);
      yield { first, last, begin, line: { row: first, bytes, words, start: 0, end: 0, isFront: false } };
    }
    first = last;
  }
}

/** Makes the line of a piece that of one of its rows. */
export function goTo({ begin, line }: RowPiece, { starts }: IndexedTable, row: number): void {
  line.row = row;
  if (line.isFront) return;
  line.start = (starts[row] ?? 0) - begin;
  line.end = (starts[row + 1] ?? 0) - begin - 1;
}

/** The line of one row. */
export function lineOf(source: RowSource, { starts }: IndexedTable, row: number): RowLine {
  const start = starts[row] ?? 0;
  const end = (starts[row + 1] ?? 0) - 1;
  if (end - start > LONGEST_LINE) return longLine(source, start, row);
  return { row, ...read(source, start, end - start), start: 0, end: end - start, isFront: false };
}

function longLine(source: RowSource, start: number, row: number): RowLine {
  return { row, ...read(source, start, FRONT_BYTES), start: 0, end: FRONT_BYTES, isFront: true };
}

function read(source: RowSource, start: number, sizeBytes: number): LineBytes {
  const memory = lineBytes(sizeBytes);
  source.read(start, memory.bytes);
  return memory;
}
