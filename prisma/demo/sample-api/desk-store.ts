import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { seedDesk, seededAttachment } from './seed-desk';
import type { Desk } from './ticket';

const seededFile = resolve('prisma', 'demo', 'sample-api', seededAttachment.name);

/** Stores desks in a folder: one JSON file per desk, and a folder of its attachments. */
export class DeskStore {
  private readonly opened = new Map<string, Promise<Desk>>();
  private readonly saving = new Map<string, Promise<void>>();

  constructor(private readonly folder: string) {}

  /** Returns the desk of a sandbox, filled with examples the first time. Call `save` after a change. */
  desk(owner: string): Promise<Desk> {
    const opened = this.opened.get(owner) ?? this.read(owner);
    this.opened.set(owner, opened);
    // A desk that could not be read now may be readable a moment later.
    opened.catch(() => this.opened.delete(owner));
    return opened;
  }

  /** Writes a whole desk, one write after another. A reader finds the old desk or the new one, never a part. */
  async save(owner: string): Promise<void> {
    const before = this.saving.get(owner) ?? Promise.resolve();
    const now = before
      // The failed write was reported to its caller; this one writes the whole desk again.
      .catch(() => {})
      .then(async () => {
        const file = this.fileOf(owner);
        await writeFile(`${file}.new`, JSON.stringify(await this.desk(owner)), { mode: 0o600 });
        await rename(`${file}.new`, file);
      });
    this.saving.set(owner, now);
    await now;
  }

  readAttachment(owner: string, id: number): Promise<Buffer> {
    return readFile(this.attachmentOf(owner, id));
  }

  async writeAttachment(owner: string, id: number, bytes: Uint8Array): Promise<void> {
    await writeFile(this.attachmentOf(owner, id), bytes, { mode: 0o600 });
  }

  async removeAttachment(owner: string, id: number): Promise<void> {
    await rm(this.attachmentOf(owner, id), { force: true });
  }

  private async read(owner: string): Promise<Desk> {
    try {
      return JSON.parse(await readFile(this.fileOf(owner), 'utf8'));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
    await mkdir(join(this.folder, owner), { recursive: true, mode: 0o700 });
    const bytes = await readFile(seededFile);
    await this.writeAttachment(owner, seededAttachment.id, bytes);
    return seedDesk(bytes.length);
  }

  private fileOf(owner: string): string {
    return join(this.folder, owner, 'desk.json');
  }

  private attachmentOf(owner: string, id: number): string {
    return join(this.folder, owner, `attachment-${id}`);
  }
}
