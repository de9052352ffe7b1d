import { endOfCell, findCell } from '@/server/results/rows/cell-span';
import { inLowerCase, isAscii, type LineBytes, lineBytes, marksIn } from '@/server/results/rows/line-bytes';
import type { RowCells } from '@/server/results/rows/row-cells';
import {
  goTo,
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
/** More than the rows so far have, since later ones are often longer. */
const SPARE = 1.1;
/** A cell that begins further into its row is looked for again. */
const FURTHEST_NOTED = 2 ** 16 - 1;

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
  get bytes(): Buffer {
    return this.kept.bytes;
  }
  /** The same, to read four of them as one number. */
  get words(): DataView {
    return this.kept.words;
  }
  private kept: LineBytes;
  /** Cells of which only the beginning is in `bytes`, in ascending order. */
  readonly cut: number[] = [];
  private readonly isCut: Uint8Array;
  /** How far into its row the cell of each row begins; 0 where that isn't known. */
  private readonly offsets: Uint16Array;

  /** @param left a column of the same table further to the left, from whose cells these are found sooner */
  constructor(
    private readonly source: RowSource,
    readonly table: IndexedTable,
    private readonly cells: RowCells,
    readonly column: number,
    left: ColumnCells | null,
  ) {
    this.rows = new Uint32Array(table.rowCount);
    this.starts = new Uint32Array(table.rowCount + 1);
    this.isCut = new Uint8Array(table.rowCount);
    this.offsets = new Uint16Array(table.rowCount);
    this.kept = lineBytes(KEPT_BYTES + table.rowCount * FIRST_GUESS_BYTES);
    this.read(left);
  }

  /** About how much memory it takes. */
  get sizeBytes(): number {
    return this.bytes.length + 11 * this.table.rowCount;
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

  private read(left: ColumnCells | null): void {
    for (const piece of piecesOf(this.source, this.table)) {
      const { line } = piece;
      for (let row = piece.first; row < piece.last; row += 1) {
        goTo(piece, this.table, row);
        // What may be masked is read as JSON first.
        if (line.isFront || this.cells.hasMasks) this.addText(line);
        else {
          const from = this.find(line, left);
          if (from < 0) continue;
          const head = line.bytes[from];
          if (head === QUOTE) this.addString(line, from + 1);
          else if (head !== NULL) this.addOther(line, from);
        }
      }
    }
  }

  /** Where the cell of a row begins; -1 if the row has fewer cells. */
  private find(line: RowLine, left: ColumnCells | null): number {
    const known = left?.offsets[line.row] ?? 0;
    const from =
      left === null || known === 0
        ? findCell(line, line.start + 1, line.end, this.column)
        : findCell(line, line.start + known, line.end, this.column - left.column);
    const offset = from - line.start;
    if (from >= 0 && offset <= FURTHEST_NOTED) this.offsets[line.row] = offset;
    return from;
  }

  /** @param from after the quote it begins with */
  private addString(line: RowLine, from: number): void {
    const { bytes, words } = line;
    this.makeRoom(line.row);
    const start = this.starts[this.count] ?? 0;
    const { bytes: kept, words: keptWords } = this.kept;
    let at = from;
    let to = start;
    for (; to < start + KEPT_BYTES; at += 4, to += 4) {
      const word = words.getInt32(at, true);
      if (marksIn(word) !== 0 || !isAscii(word)) break;
      keptWords.setInt32(to, inLowerCase(word), true);
    }
    for (; to < start + KEPT_BYTES; at += 1, to += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH || byte >= 0x80) {
        this.addText(line);
        return;
      }
      kept[to] = lowerCase(byte);
    }
    this.note(line.row, to, bytes[at] !== QUOTE);
  }

  /** A number, true or false, or the JSON of more. */
  private addOther(line: RowLine, from: number): void {
    const { bytes } = line;
    this.makeRoom(line.row);
    const { bytes: kept } = this.kept;
    const end = endOfCell(line, from);
    const keptEnd = Math.min(end, from + KEPT_BYTES);
    let to = this.starts[this.count] ?? 0;
    for (let at = from; at < keptEnd; at += 1, to += 1) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x80) {
        this.addText(line);
        return;
      }
      kept[to] = lowerCase(byte);
    }
    this.note(line.row, to, keptEnd < end);
  }

  private addText(line: RowLine): void {
    const text = this.cells.text(line, this.column);
    if (text === null) return;
    this.makeRoom(line.row);
    const all = Buffer.from(text.toLowerCase());
    const start = this.starts[this.count] ?? 0;
    const keptEnd = start + all.copy(this.bytes, start, 0, KEPT_BYTES);
    this.note(line.row, keptEnd, keptEnd - start < all.length);
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

  /** Makes room for the cell of this row. */
  private makeRoom(row: number): void {
    const size = this.starts[this.count] ?? 0;
    if (size + KEPT_BYTES <= this.bytes.length) return;
    const rest = (this.table.rowCount - row) * (size / Math.max(1, row)) * SPARE;
    const grown = lineBytes(KEPT_BYTES + Math.ceil(Math.max(1.25 * size, size + rest)));
    this.bytes.copy(grown.bytes, 0, 0, size);
    this.kept = grown;
  }
}

const lowerCase = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte);
