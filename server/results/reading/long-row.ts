import type { JsonValue } from '@/lib/base/json';
import { JsonStringDecoder } from '@/server/results/formats/json-string-decoder';

/** A longer cell is read in pieces. */
const wholeCellChars = 64 * 1024;

/** A row that is too long for memory: its line, in pieces. */
export interface LongRow {
  pieces: AsyncIterable<string>;
}

/** A cell, or a part of a long one: its text, or its JSON if it isn't text. */
export type CellPart =
  | { cell: JsonValue }
  | { part: string; isFirst: boolean; isJson: boolean }
  | { isEnd: true };

/** Reads the cells of a long row one by one; long cells are never in memory as a whole. */
export async function* cellsOf(row: LongRow): AsyncGenerator<CellPart> {
  const reader = new RowReader();
  for await (const piece of row.pieces) yield* reader.push(piece);
}

class RowReader {
  /** The part of the current cell that was not passed on yet. */
  private pending = '';
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  private isLong = false;
  private decoder: JsonStringDecoder | null = null;

  /** @param piece of the line of a row, valid JSON */
  *push(piece: string): Generator<CellPart> {
    let start = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const character = piece[at];
      if (this.isInString) {
        if (this.isEscaped) this.isEscaped = false;
        else if (character === '\\') this.isEscaped = true;
        else if (character === '"') this.isInString = false;
        continue;
      }
      if (character === '"') this.isInString = true;
      else if (character === '[' || character === '{') {
        this.depth += 1;
        if (this.depth === 1) start = at + 1;
      } else if (character === ']' || character === '}') {
        this.depth -= 1;
        if (this.depth === 0) return yield* this.endCell(piece.slice(start, at));
      } else if (character === ',' && this.depth === 1) {
        yield* this.endCell(piece.slice(start, at));
        start = at + 1;
      }
    }
    this.pending += piece.slice(start);
    if (this.isLong || this.pending.length > wholeCellChars) yield* this.passOn();
  }

  private *passOn(): Generator<CellPart> {
    const isFirst = !this.isLong;
    this.isLong = true;
    if (isFirst && this.pending.startsWith('"')) {
      this.decoder = new JsonStringDecoder();
      this.pending = this.pending.slice(1);
    }
    // A character that may be the closing quote waits until that is certain.
    const end = this.decoder !== null && !this.isInString ? this.pending.length - 1 : this.pending.length;
    const text = this.pending.slice(0, end);
    this.pending = this.pending.slice(end);
    const isJson = this.decoder === null;
    yield { part: this.decoder?.decode(text) ?? text, isFirst, isJson };
  }

  private *endCell(rest: string): Generator<CellPart> {
    this.pending += rest;
    if (this.isLong) {
      const text = this.decoder === null ? this.pending : this.pending.slice(0, -1);
      yield {
        part: this.decoder === null ? text : this.decoder.decode(text) + this.decoder.end(),
        isFirst: false,
        isJson: this.decoder === null,
      };
      yield { isEnd: true };
    } else if (this.pending !== '') {
      yield { cell: JSON.parse(this.pending) };
    }
    this.pending = '';
    this.isLong = false;
    this.decoder = null;
  }
}
