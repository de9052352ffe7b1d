/** The bytes end before what was to be read from them. */
export class EndedEarly extends Error {}

/** A stream of bytes that is read in exact portions. */
export class ByteSource {
  private readonly chunks: AsyncIterator<Buffer>;
  private pending: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.chunks = source[Symbol.asyncIterator]();
  }

  /** The next bytes, as many as arrive together; null at the end. */
  async chunk(): Promise<Buffer | null> {
    if (this.pending.length === 0) return this.more();
    const { pending } = this;
    this.pending = Buffer.alloc(0);
    return pending;
  }

  /** Puts bytes back that were read, but not used. */
  unread(bytes: Buffer): void {
    this.pending = Buffer.concat([bytes, this.pending]);
  }

  /** The next bytes without reading them; fewer at the end. */
  async peek(count: number): Promise<Buffer> {
    while (this.pending.length < count) {
      const more = await this.more();
      if (more === null) break;
      this.pending = Buffer.concat([this.pending, more]);
    }
    return this.pending.subarray(0, count);
  }

  /** Exactly so many bytes. Throws `EndedEarly`. */
  async take(count: number): Promise<Buffer> {
    const taken = await this.peek(count);
    if (taken.length < count) throw new EndedEarly('The data ended early');
    this.pending = this.pending.subarray(count);
    return taken;
  }

  /** Skips up to and including the next byte of this value. Throws `EndedEarly`. */
  async skipThrough(byte: number): Promise<void> {
    for (;;) {
      const chunk = await this.chunk();
      if (chunk === null) throw new EndedEarly('The data ended early');
      const at = chunk.indexOf(byte);
      if (at < 0) continue;
      this.pending = chunk.subarray(at + 1);
      return;
    }
  }

  /** Tells the stream that nothing more is read of it. */
  close(): void {
    this.chunks.return?.().catch(() => {});
  }

  private async more(): Promise<Buffer | null> {
    const { done, value } = await this.chunks.next();
    return done === true ? null : value;
  }
}
