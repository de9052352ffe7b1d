import { lstatSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readUnlinked, writeUnlinked } from '@/scripts/postgres/unlinked-file';
import { savedPort } from '@/scripts/starting/saved-port';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pushboard-links-'));
  writeFileSync(join(folder, 'precious'), 'precious', { mode: 0o644 });
  symlinkSync(join(folder, 'precious'), join(folder, 'link'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a link in a folder of another user', () => {
  it('is not read', () => {
    expect(() => readUnlinked(join(folder, 'link'))).toThrow(/is a link/);
    expect(readUnlinked(join(folder, 'precious'))).toBe('precious');
    expect(readUnlinked(join(folder, 'missing'))).toBeUndefined();
  });

  it('is replaced rather than written through or given away', () => {
    writeUnlinked(join(folder, 'link'), 'ours', {
      uid: process.getuid?.() ?? 0,
      gid: process.getgid?.() ?? 0,
    });
    expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('precious');
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(false);
    expect(statSync(join(folder, 'link')).mode & 0o777).toBe(0o600);
  });

  it('is not taken for the port of last time', async () => {
    await expect(savedPort(join(folder, 'link'))).rejects.toThrow(/is a link/);
  });
});
