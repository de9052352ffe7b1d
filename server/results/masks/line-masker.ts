import type { JsonValue } from '@/lib/base/json';
import { type IsMasked, maskRow } from '@/lib/outputs/masks';
import { JsonMasker } from '@/server/results/masks/json-masker';
import { maskScalar } from '@/server/results/masks/run-masks';
import type { ResultLine } from '@/server/results/stored/result-file';

/** Masks the lines of a stored table or scalar, in their order. */
export class LineMasker {
  private columns: readonly string[] = [];

  constructor(private readonly isMasked: IsMasked) {}

  /** A line that was parsed. */
  parsed<Line extends JsonValue[] | ResultLine>(line: Line): JsonValue[] | ResultLine {
    if (Array.isArray(line)) return maskRow(line, this.columns, this.isMasked);
    if ('columns' in line) this.columns = line.columns.map(({ name }) => name);
    if ('value' in line) return { ...line, value: maskScalar(line.value, this.isMasked) };
    if ('front' in line) {
      const { front } = line;
      const isRow = this.columns.length > 0 && Array.isArray(front);
      return {
        front: isRow ? maskRow(front, this.columns, this.isMasked) : maskScalar(front, this.isMasked),
      };
    }
    return line;
  }

  line(line: string): string {
    return JSON.stringify(this.parsed(JSON.parse(line)));
  }

  /** A line that is too long for memory, in pieces. */
  async *pieces(pieces: AsyncIterable<string>): AsyncGenerator<string> {
    let masker: JsonMasker | null = null;
    for await (const piece of pieces) {
      masker ??= new JsonMasker(this.isMasked, piece.startsWith('[') ? this.columns : null);
      yield masker.push(Buffer.from(piece)).toString('utf8');
    }
  }
}
