import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** How many folders are kept at least, and how long after their last use the others are, too. */
const mostKept = 20;
const keptMs = 60 * 60_000;
const freshMs = 10 * 60_000;

const making = new Map<string, Promise<string>>();

/**
 * A folder that is filled once, and then only read: a repository at a commit, or a set of packages. Runs at the same time
 * wait for each other.
 *
 * @param key names the content
 * @param fill puts it into an empty folder
 */
export async function keptFolder(
  folder: string,
  key: string,
  fill: (target: string) => Promise<void>,
): Promise<string> {
  const target = join(folder, key);
  const known = making.get(target);
  // The run that fills it may be stopped, which is no reason for another one to fail.
  if (known !== undefined) return known.catch(() => keptFolder(folder, key, fill));
  const made = make(folder, target, fill).finally(() => making.delete(target));
  making.set(target, made);
  return made;
}

/** Keeps folders while a run reads them, however long that takes. Returns a function that ends it. */
export function whileUsed(folders: readonly string[]): () => void {
  const timer = setInterval(() => {
    // A folder that can't be touched is kept for an hour from its last use, as if nothing used it.
    for (const each of folders) touch(each).catch(() => {});
  }, freshMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now);
}

async function make(
  folder: string,
  target: string,
  fill: (target: string) => Promise<void>,
): Promise<string> {
  if (existsSync(target)) {
    await touch(target);
    return target;
  }
  const scratch = join(folder, `.new-${randomUUID()}`);
  await mkdir(scratch, { recursive: true, mode: 0o755 });
  try {
    await fill(scratch);
    await rename(scratch, target).catch((error: NodeJS.ErrnoException) => {
      // Another worker was faster.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  await touch(target);
  await prune(folder, target);
  return target;
}

/** Removes the folders that were used least recently. */
async function prune(folder: string, kept: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return { path, usedMs: (await stat(path).catch(() => null))?.mtimeMs ?? 0 };
    }),
  );
  const old = found
    .filter(({ path, usedMs }) => path !== kept && usedMs < Date.now() - keptMs)
    .sort((a, b) => b.usedMs - a.usedMs)
    .slice(mostKept);
  for (const { path } of old) await rm(path, { recursive: true, force: true });
}
