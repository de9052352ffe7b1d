import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { resultPath } from '@/server/results/result-file';
import { type SpaceShare, spaceShare } from '@/server/results/result-space';

/** The file of a result while it is written. What it takes of the disk is reserved before it is written. */
export class ResultFile {
  private writtenBytes = 0;
  private reservedBytes = 0;
  private isOpen = true;

  private constructor(
    private readonly file: FileHandle,
    private readonly path: string,
    /** The topmost folder that was made for it. */
    private readonly madeFolder: string | undefined,
    private readonly space: SpaceShare,
  ) {}

  /** Throws `NoSpace` where no new result is taken. */
  static async create(orgId: string, runId: number): Promise<ResultFile> {
    const space = await spaceShare(orgId);
    const path = resultPath(orgId, runId);
    const madeFolder = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return new ResultFile(await open(path, 'w', 0o600), path, madeFolder, space);
  }

  get sizeBytes(): number {
    return this.writtenBytes;
  }

  /** Makes sure that so much more can be written. Throws `NoSpace` where there is no room for all of it. */
  async reserve(bytes: number): Promise<void> {
    await this.space.take(bytes);
    this.reservedBytes += bytes;
  }

  /** Throws `NoSpace` where there is no room; what was written before stays. */
  async append(bytes: Buffer): Promise<void> {
    if (bytes.length > this.reservedBytes) await this.reserve(bytes.length - this.reservedBytes);
    this.reservedBytes -= bytes.length;
    await this.file.writeFile(bytes);
    this.writtenBytes += bytes.length;
  }

  /** Makes the file durable, and its name: a power failure may leave a file that no folder knows. */
  async sync(): Promise<void> {
    await this.file.datasync();
    // A folder that was made is known once its own folder is durable.
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
