import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { env } from '@/server/base/env';
import { noteAnswer, noteFault } from '@/server/base/outside/troubles';
import { patientStore, type StoreClient, type StoreWatch } from '@/server/stores/patient-store';
import type { StoreWriter } from '@/server/stores/store';

const CHUNK_BYTES = 256 * 1024;

const disk: StoreClient = {
  // A full disk, and a file that is gone, are told apart by their codes.
  faultOf: (thrown) => thrown,
  isOnDisk: true,
  write: (key) => DiskWriter.create(diskPath(key)),
  sizeOf: async (key) => {
    try {
      return (await stat(diskPath(key))).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },
  async *read(key, start, end) {
    if (end <= start) return;
    // `end` is inclusive here.
    yield* createReadStream(diskPath(key), { start, end: end - 1, highWaterMark: CHUNK_BYTES });
  },
  delete: (key) => rm(diskPath(key), { force: true }),
  async *list(prefix) {
    const folder = dirname(`${prefix}x`);
    const entries = await readdir(diskPath(folder), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const key = path.slice(env().resultsDir.length + 1);
      if (key.startsWith(prefix)) yield { key, sizeBytes: (await stat(path)).size };
    }
  },
};

const watch: StoreWatch = {
  onAnswer: () => noteAnswer('results'),
  onFault: (fault) => noteFault('results', fault),
};

/** The folder of results. Files can be read while they are being written. */
export const diskStore = patientStore('The disk with the results', disk, watch);

export const diskPath = (key: string): string => join(env().resultsDir, key);

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

class DiskWriter implements StoreWriter {
  private isOpen = true;

  private constructor(
    private readonly file: FileHandle,
    private readonly path: string,
    /** The topmost folder that was created for it. */
    private readonly madeFolder: string | undefined,
  ) {}

  static async create(path: string): Promise<DiskWriter> {
    const madeFolder = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return new DiskWriter(await open(path, 'w', 0o600), path, madeFolder);
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.file.writeFile(bytes);
  }

  /** Syncs the file and its name: after a power failure, a file may exist without a directory entry. */
  async finish(): Promise<void> {
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
