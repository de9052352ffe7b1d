import { type CellSpan, findCell } from '@/server/results/rows/cell-span';
import type { RowCells } from '@/server/results/rows/row-cells';
import {
  type IndexedTable,
  lineOf,
  piecesOf,
  type RowLine,
  type RowSource,
} from '@/server/results/rows/row-index';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NULL = 0x6e;
/** Of a longer cell, this many bytes are kept; the rest is read again where it matters. */
const KEPT_BYTES = 200;
const FIRST_GUESS_BYTES = 16;

/**
 * The cells of one column that aren't null, in lower case and next to each other as UTF-8. A million strings would take
 * five times as long to make, and a gigabyte of memory.
 */
export class ColumnCells {
  /** How many there are. */
  count = 0;
  /** The row of each. */
  readonly rows: Uint32Array;
  /** Where the bytes of each begin; those of the next begin where they end. */
  readonly starts: Uint32Array;
  bytes: Buffer;
  /** Cells of which only the beginning is in `bytes`, in ascending order. */
  readonly cut: number[] = [];
  private readonly isCut: Uint8Array;

  constructor(
    private readonly source: RowSource,
    private readonly table: IndexedTable,
    private readonly cells: RowCells,
    private readonly column: number,
  ) {
    this.rows = new Uint32Array(table.rowCount);
    this.starts = new Uint32Array(table.rowCount + 1);
    this.isCut = new Uint8Array(table.rowCount);
    this.bytes = Buffer.allocUnsafe(Math.max(1024, table.rowCount * FIRST_GUESS_BYTES));
    this.read();
  }

  /** About how much memory it takes. */
  get sizeBytes(): number {
    return this.bytes.length + 9 * this.table.rowCount;
  }

  /** How many bytes of a cell are kept. */
  length(place: number): number {
    return (this.starts[place + 1] ?? 0) - (this.starts[place] ?? 0);
  }

  isWhole(place: number): boolean {
    return this.isCut[place] === 0;
  }

  /** Whether two cells have the same text; false if more than what is kept would have to be read to know. */
  isSame(a: number, b: number): boolean {
    if (this.length(a) !== this.length(b) || !this.isWhole(a) || !this.isWhole(b)) return false;
    const start = this.starts[a] ?? 0;
    const other = this.starts[b] ?? 0;
    for (let at = this.length(a) - 1; at >= 0; at -= 1) {
      if (this.bytes[start + at] !== this.bytes[other + at]) return false;
    }
    return true;
  }

  /** The cells that contain a text in lower case, in ascending order. */
  containing(wanted: string): Uint32Array {
    const found = new Uint32Array(this.count);
    if (wanted === '') return found.map((_, place) => place);
    const pattern = Buffer.from(wanted);
    let count = 0;
    let nextCut = 0;
    let place = 0;
    const addCutBefore = (limit: number): void => {
      for (; (this.cut[nextCut] ?? limit) < limit; nextCut += 1) {
        const cut = this.cut[nextCut] ?? 0;
        if (cut < place || !this.text(cut).includes(wanted)) continue;
        found[count] = cut;
        count += 1;
      }
    };
    const size = this.starts[this.count] ?? 0;
    const kept = this.bytes.subarray(0, size);
    for (let at = kept.indexOf(pattern); at >= 0; ) {
      let hit = place;
      while ((this.starts[hit + 1] ?? 0) <= at) hit += 1;
      const end = this.starts[hit + 1] ?? 0;
      const isWithin = at + pattern.length <= end;
      if (isWithin) {
        addCutBefore(hit);
        found[count] = hit;
        count += 1;
        place = hit + 1;
      }
      at = kept.indexOf(pattern, isWithin ? end : at + 1);
    }
    addCutBefore(this.count);
    return found.slice(0, count);
  }

  /** The whole text of a cell, in lower case. */
  text(place: number): string {
    if (this.isWhole(place)) {
      return this.bytes.toString('utf8', this.starts[place] ?? 0, this.starts[place + 1] ?? 0);
    }
    const line = lineOf(this.source, this.table, this.rows[place] ?? 0);
    return this.cells.text(line, this.column)?.toLowerCase() ?? '';
  }

  private read(): void {
    const span: CellSpan = { from: 0, to: 0 };
    for (const { first, last, begin, line } of piecesOf(this.source, this.table)) {
      for (let row = first; row < last; row += 1) {
        line.row = row;
        if (!line.isFront) {
          line.start = (this.table.starts[row] ?? 0) - begin;
          line.end = (this.table.starts[row + 1] ?? 0) - begin - 1;
        }
        // What may be masked is read as JSON first.
        if (line.isFront || this.cells.hasMasks) this.addText(line);
        else if (findCell(line.bytes, line.start, line.end, this.column, span)) this.addJson(line, span);
      }
    }
  }

  private addJson(line: RowLine, { from, to }: CellSpan): void {
    const { bytes } = line;
    const head = bytes[from];
    if (head === NULL) return;
    const isText = head === QUOTE;
    const first = isText ? from + 1 : from;
    const length = (isText ? to - 1 : to) - first;
    const kept = Math.min(length, KEPT_BYTES);
    this.makeRoom(kept);
    const out = this.bytes;
    let at = this.starts[this.count] ?? 0;
    for (let next = first; next < first + kept; next += 1) {
      const byte = bytes[next] ?? 0;
      if (byte >= 0x80 || (isText && byte === BACKSLASH)) {
        this.addText(line);
        return;
      }
      out[at] = byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte;
      at += 1;
    }
    this.note(line.row, at, kept < length);
  }

  private addText(line: RowLine): void {
    const text = this.cells.text(line, this.column);
    if (text === null) return;
    const all = Buffer.from(text.toLowerCase());
    const kept = Math.min(all.length, KEPT_BYTES);
    this.makeRoom(kept);
    const at = this.starts[this.count] ?? 0;
    all.copy(this.bytes, at, 0, kept);
    this.note(line.row, at + kept, kept < all.length);
  }

  private note(row: number, end: number, isCut: boolean): void {
    this.rows[this.count] = row;
    if (isCut) {
      this.isCut[this.count] = 1;
      this.cut.push(this.count);
    }
    this.count += 1;
    this.starts[this.count] = end;
  }

  private makeRoom(more: number): void {
    const size = this.starts[this.count] ?? 0;
    if (size + more <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(2 * this.bytes.length, size + more));
    this.bytes.copy(grown, 0, 0, size);
    this.bytes = grown;
  }
}
