import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { resultPath } from '@/server/results/result-file';
import { type SpaceShare, spaceShare } from '@/server/results/result-space';

/** The file of a result while it is being written. Disk space is reserved before it is used. */
export class ResultFile {
  private writtenBytes = 0;
  private reservedBytes = 0;
  private isOpen = true;

  private constructor(
    private readonly file: FileHandle,
    private readonly path: string,
    /** The topmost folder that was created for it. */
    private readonly madeFolder: string | undefined,
    private readonly space: SpaceShare,
  ) {}

  /** Throws `NoSpace` if new results are not accepted. */
  static async create(orgId: string, runId: number): Promise<ResultFile> {
    const space = await spaceShare(orgId);
    const path = resultPath(orgId, runId);
    const madeFolder = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return new ResultFile(await open(path, 'w', 0o600), path, madeFolder, space);
  }

  get sizeBytes(): number {
    return this.writtenBytes;
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
    await this.file.writeFile(bytes);
    this.writtenBytes += bytes.length;
  }

  /** Syncs the file and its name: after a power failure, a file may exist without a directory entry. */
  async sync(): Promise<void> {
    await this.file.datasync();
    // A new folder is durable only once its parent folder is synced.
    const top = this.madeFolder === undefined ? dirname(this.path) : dirname(this.madeFolder);
    for (let folder = dirname(this.path); ; folder = dirname(folder)) {
      await syncFolder(folder);
      if (folder === top) return;
    }
  }

  async close(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.space.release();
    await this.file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
