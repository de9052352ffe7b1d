import { PassThrough, type Readable } from 'node:stream';
import type { StoreWriter } from '@/server/stores/store';

const BUFFER_BYTES = 1024 * 1024;

/** Writes a file by an upload that reads a stream: it is only as far ahead of the store as the stream's buffer. */
export class UploadWriter implements StoreWriter {
  private readonly stream = new PassThrough({ highWaterMark: BUFFER_BYTES });
  /** Resolves when the store has all of it. */
  private readonly upload: Promise<unknown>;
  private readonly ending = new AbortController();
  private isOver = false;

  /**
   * @param send uploads a stream; rejects, and leaves nothing, if the stream breaks off or the signal is aborted
   * @param faultOf says what went wrong in words for people
   */
  constructor(
    send: (body: Readable, signal: AbortSignal) => Promise<unknown>,
    private readonly faultOf: (thrown: unknown) => Error,
  ) {
    // The upload tells what failed; the stream only that something did.
    this.stream.on('error', () => undefined);
    this.upload = send(this.stream, this.ending.signal);
    this.upload.catch(() => this.stream.destroy());
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (!this.stream.destroyed && this.stream.write(bytes)) return;
    await this.drained();
    if (this.stream.destroyed) await this.outcome();
  }

  async finish(): Promise<void> {
    this.stream.end();
    await this.outcome();
    this.isOver = true;
  }

  async close(): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    this.stream.destroy(new Error('The file was given up'));
    this.ending.abort();
    await this.upload.catch(() => undefined);
  }

  /** Until the upload has taken what was written, or has ended. */
  private drained(): Promise<void> {
    const { stream } = this;
    if (stream.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const settle = () => {
        stream.off('drain', settle).off('close', settle);
        resolve();
      };
      stream.on('drain', settle).on('close', settle);
    });
  }

  private async outcome(): Promise<void> {
    try {
      await this.upload;
    } catch (thrown) {
      throw this.faultOf(thrown);
    }
  }
}
