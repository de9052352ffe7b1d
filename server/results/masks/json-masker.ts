import { type IsMasked, MASKED_VALUE } from '@/lib/outputs/masks';
import { JsonWalker } from '@/server/results/masks/json-walker';

const MASK = Buffer.from(JSON.stringify(MASKED_VALUE));

/**
 * Masks values in valid JSON that arrives in pieces, however long it is. Everything else stays byte for byte.
 */
export class JsonMasker {
  private readonly walker: JsonWalker;
  /** The depth of the masked value that is being skipped. */
  private maskedDepth: number | null = null;
  private output: Buffer[] = [];
  private piece: Buffer = Buffer.alloc(0);
  /** The offset of the current piece, and the offset up to which its bytes were passed on or skipped. */
  private pieceStart = 0;
  private doneTo = 0;

  /**
   * @param columns the names of the columns, if the document is a row of a table
   */
  constructor(isMasked: IsMasked, columns: readonly string[] | null = null) {
    this.walker = new JsonWalker({
      begin: (offset) => {
        if (this.maskedDepth !== null || !isMasked(this.keys(columns))) return;
        this.passOn(offset);
        this.output.push(MASK);
        this.maskedDepth = this.walker.depth;
      },
      end: (offset) => {
        if (this.maskedDepth !== this.walker.depth) return;
        this.maskedDepth = null;
        this.doneTo = offset;
      },
    });
  }

  /** @param piece UTF-8, cut anywhere */
  push(piece: Buffer): Buffer {
    this.piece = piece;
    this.walker.push(piece);
    const end = this.pieceStart + piece.length;
    if (this.maskedDepth === null) this.passOn(end);
    this.doneTo = Math.max(this.doneTo, end);
    this.pieceStart = end;
    const masked = Buffer.concat(this.output);
    this.output = [];
    return masked;
  }

  private passOn(offset: number): void {
    if (offset > this.doneTo)
      this.output.push(this.piece.subarray(this.doneTo - this.pieceStart, offset - this.pieceStart));
    this.doneTo = offset;
  }

  private keys(columns: readonly string[] | null): string[] {
    const { steps } = this.walker;
    if (columns === null) return steps.filter((step) => typeof step === 'string');
    const [cell, ...within] = steps;
    if (typeof cell !== 'number') return [];
    return [columns[cell] ?? '', ...within.filter((step) => typeof step === 'string')];
  }
}

/** Masks a document that is a stream of bytes. */
export async function* maskedJson(pieces: AsyncIterable<Buffer>, isMasked: IsMasked): AsyncGenerator<Buffer> {
  const masker = new JsonMasker(isMasked);
  for await (const piece of pieces) yield masker.push(piece);
}
