/** Chunks of a body are joined up to this size, since a peer may send single bytes. */
const blockBytes = 64 * 1024;

/** A body as received, in blocks, so that a large one is never copied as a whole. */
export class Body {
  private readonly blocks: Buffer[] = [];
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private totalBytes = 0;

  static of(bytes: Buffer): Body {
    const body = new Body();
    body.append(bytes);
    return body;
  }

  get sizeBytes(): number {
    return this.totalBytes;
  }

  append(chunk: Buffer): void {
    this.totalBytes += chunk.length;
    this.pending.push(chunk);
    this.pendingBytes += chunk.length;
    if (this.pendingBytes >= blockBytes) this.join();
  }

  /** All blocks, in order. */
  chunks(): readonly Buffer[] {
    this.join();
    return this.blocks;
  }

  toBuffer(): Buffer {
    return Buffer.concat(this.chunks(), this.totalBytes);
  }

  /** The first bytes, at most this many. */
  front(mostBytes: number): Buffer {
    const [first = Buffer.alloc(0)] = this.chunks();
    return first.subarray(0, mostBytes);
  }

  private join(): void {
    if (this.pendingBytes === 0) return;
    const [only] = this.pending;
    this.blocks.push(this.pending.length === 1 && only !== undefined ? only : Buffer.concat(this.pending));
    this.pending = [];
    this.pendingBytes = 0;
  }
}
