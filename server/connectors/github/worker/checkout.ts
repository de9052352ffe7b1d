import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar';
import { ConnectorError } from '../../_shared/connector-error';

const mostBytes = 2_000_000_000;
const mostFiles = 200_000;
/** How many copies of repositories are kept. */
const mostKept = 20;

const making = new Map<string, Promise<string>>();

/**
 * The folder with a commit's files, to be read only. It is unpacked once; runs at the same time wait for each other.
 *
 * @param key names the connection and the commit
 * @param download brings the archive
 */
export function checkoutOf(folder: string, key: string, download: () => Promise<Buffer>): Promise<string> {
  const target = join(folder, key);
  const known = making.get(target);
  if (known !== undefined) return known;
  const made = make(folder, target, download).finally(() => making.delete(target));
  making.set(target, made);
  return made;
}

async function make(folder: string, target: string, download: () => Promise<Buffer>): Promise<string> {
  if (existsSync(target)) {
    const now = new Date();
    await utimes(target, now, now);
    return target;
  }
  const scratch = join(folder, `.new-${randomUUID()}`);
  await mkdir(scratch, { recursive: true, mode: 0o755 });
  try {
    await unpack(await download(), scratch);
    await rename(scratch, target).catch((error: NodeJS.ErrnoException) => {
      // Another worker was faster.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  await prune(folder, target);
  return target;
}

/** GitHub's archive has one folder with everything in it. */
async function unpack(archive: Buffer, scratch: string): Promise<void> {
  let bytes = 0;
  let files = 0;
  await pipeline(
    Readable.from([archive]),
    createGunzip(),
    extract({
      cwd: scratch,
      strip: 1,
      // Nobody's rights come along, and nothing leaves the folder.
      preserveOwner: false,
      noMtime: true,
      filter: (path, entry) => {
        const isKept =
          'type' in entry &&
          /^(File|OldFile|Directory|SymbolicLink)$/.test(String(entry.type)) &&
          !path.split('/').includes('..');
        bytes += 'size' in entry ? Number(entry.size) : 0;
        files += 1;
        if (bytes > mostBytes || files > mostFiles) throw tooLarge();
        return isKept;
      },
    }),
  );
}

const tooLarge = (): ConnectorError =>
  new ConnectorError(
    'failed',
    'The repository has more than 2 GB, or more than 200,000 files, so its scripts run in GitHub Actions only.',
  );

/** Removes the copies that were used least recently. */
async function prune(folder: string, kept: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return { path, usedMs: (await stat(path).catch(() => null))?.mtimeMs ?? 0 };
    }),
  );
  const old = found
    .filter(({ path }) => path !== kept)
    .sort((a, b) => b.usedMs - a.usedMs)
    .slice(mostKept);
  for (const { path } of old) await rm(path, { recursive: true, force: true });
}
