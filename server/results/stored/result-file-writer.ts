import { resultKey } from '@/server/results/stored/result-file';
import { type SpaceShare, spaceShare } from '@/server/results/stored/result-space';
import { storeForNew } from '@/server/results/stored/result-stores';
import type { StoreWriter } from '@/server/stores/store';

/** The file of a result while it is being written. Space is reserved before it is used. */
export class ResultFile {
  private writtenBytes = 0;
  private reservedBytes = 0;
  private isOpen = true;
  private isFinished = false;

  private constructor(
    private readonly writer: StoreWriter,
    private readonly space: SpaceShare,
    /** Its store; null for the disk. */
    readonly storeId: number | null,
    private readonly isOnDisk: boolean,
  ) {}

  /** Throws `NoSpace` if new results are not accepted, and `StoreFault` if the store fails. */
  static async create(orgId: string, runId: number): Promise<ResultFile> {
    const { storeId, store } = await storeForNew(orgId);
    const space = await spaceShare(orgId, store.isOnDisk);
    return new ResultFile(await store.write(resultKey(orgId, runId)), space, storeId, store.isOnDisk);
  }

  get sizeBytes(): number {
    return this.writtenBytes;
  }

  /** Whether others can read what was written: on the disk at once, elsewhere when it is finished. */
  get isReadable(): boolean {
    return this.isOnDisk || this.isFinished;
  }

  /** Reserves this much more space. Throws `NoSpace` if there isn't enough for all of it. */
  async reserve(bytes: number): Promise<void> {
    await this.space.take(bytes);
    this.reservedBytes += bytes;
  }

  /** Throws `NoSpace` if there isn't enough space; earlier writes stay. */
  async append(bytes: Buffer): Promise<void> {
    if (bytes.length > this.reservedBytes) await this.reserve(bytes.length - this.reservedBytes);
    this.reservedBytes -= bytes.length;
    await this.writer.write(bytes);
    this.writtenBytes += bytes.length;
  }

  /** Makes it durable. */
  async finish(): Promise<void> {
    await this.writer.finish();
    this.isFinished = true;
  }

  async close(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.space.release();
    await this.writer.close();
  }
}
