import type { JsonValue } from '@/lib/json';
import { JsonStringDecoder } from '@/server/results/json-string-decoder';

/** A longer cell comes in pieces. */
const wholeCellChars = 64 * 1024;

/** A row that is too long to be in memory whole: its line, in pieces. */
export interface LongRow {
  pieces: AsyncIterable<string>;
}

/** A cell, or a part of one that is long: its text, or its JSON where it isn't text. */
export type CellPart = { cell: JsonValue } | { part: string; isFirst: boolean } | { isEnd: true };

/** Reads the cells of a long row one after the other; none of them is in memory whole if it is long. */
export async function* cellsOf(row: LongRow): AsyncGenerator<CellPart> {
  const reader = new RowReader();
  for await (const piece of row.pieces) yield* reader.push(piece);
}

class RowReader {
  /** Of the cell that has begun, what was not passed on. */
  private held = '';
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
    this.held += piece.slice(start);
    if (this.isLong || this.held.length > wholeCellChars) yield* this.passOn();
  }

  private *passOn(): Generator<CellPart> {
    const isFirst = !this.isLong;
    this.isLong = true;
    if (isFirst && this.held.startsWith('"')) {
      this.decoder = new JsonStringDecoder();
      this.held = this.held.slice(1);
    }
    // What may be the closing quote waits until it is known to be one.
    const end = this.decoder !== null && !this.isInString ? this.held.length - 1 : this.held.length;
    const text = this.held.slice(0, end);
    this.held = this.held.slice(end);
    yield { part: this.decoder === null ? text : this.decoder.decode(text), isFirst };
  }

  private *endCell(rest: string): Generator<CellPart> {
    this.held += rest;
    if (this.isLong) {
      const text = this.decoder === null ? this.held : this.held.slice(0, -1);
      yield {
        part: this.decoder === null ? text : this.decoder.decode(text) + this.decoder.end(),
        isFirst: false,
      };
      yield { isEnd: true };
    } else if (this.held !== '') {
      yield { cell: JSON.parse(this.held) };
    }
    this.held = '';
    this.isLong = false;
    this.decoder = null;
  }
}
