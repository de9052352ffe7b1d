import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { env } from '@/server/base/env';
import { FOLDER_SIGN } from '@/server/results/stored/own-folder';
import { openStore } from '@/server/results/stored/result-stores';
import { diskStore } from '@/server/stores/disk-store';
import { withClient } from '../../postgres/connect';
import { BackupError } from './backup-error';
import { checkFile, copyWithSum, sumOf } from './file-sums';
import { type Manifest, RESULT_LIST, RESULTS } from './manifest';

const listed = z.object({ key: z.string(), sizeBytes: z.int(), sha256: z.string().optional() });

/**
 * Copies the files of results, where they are on the disk, and lists them, where they are in a store. A file that is
 * deleted meanwhile is left out, as if the backup had been made later.
 */
export async function backUpResults(folder: string): Promise<Manifest['results']> {
  const { resultStore } = env();
  const store = resultStore === null ? diskStore : await openStore(resultStore, false);
  const path = join(folder, RESULT_LIST);
  const list = await open(path, 'wx', 0o600);
  const total = { files: 0, sizeBytes: 0 };
  try {
    for await (const { key, sizeBytes } of store.list('')) {
      const copied = store.isOnDisk ? await copyResult(folder, key) : { sizeBytes };
      if (copied === null) continue;
      await list.write(`${JSON.stringify({ key, ...copied })}\n`);
      if (key === FOLDER_SIGN) continue;
      total.files += 1;
      total.sizeBytes += copied.sizeBytes;
    }
  } finally {
    await list.close();
  }
  return { store: resultStore?.kind ?? 'disk', ...total, list: await sumOf(path) };
}

async function copyResult(folder: string, key: string) {
  const to = join(folder, RESULTS, key);
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  return copyWithSum(join(env().resultsDir, key), to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Throws `BackupError` if a copied file is missing or changed. Returns how many results were compared. */
export async function checkResults(folder: string, { list }: Manifest['results']): Promise<number> {
  await checkFile(join(folder, RESULT_LIST), list);
  let compared = 0;
  for await (const { key, sizeBytes, sha256 } of listedFiles(folder)) {
    if (sha256 === undefined) continue;
    await checkFile(join(folder, RESULTS, key), { sizeBytes, sha256 });
    if (key !== FOLDER_SIGN) compared += 1;
  }
  return compared;
}

/**
 * @param backup the folder of the backup
 * @throws BackupError if the folder of results already holds something, or is in use by a Pushboard
 */
export async function refuseResultsIn(folder: string, backup: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found = entries.find((name) => name !== FOLDER_SIGN);
  if (found !== undefined) {
    throw new BackupError(
      `The folder of results, ${folder}, is not empty: it has ${found}. Nothing was restored. Move it away, or name another one with --results.`,
    );
  }
  const owner = await ownerOf(await signIn(folder), backup);
  // The sign of a start that has no other database anymore; that of the backup takes its place.
  if (owner === null) return;
  throw new BackupError(
    `${owner} keeps its results in ${folder}. Nothing was restored: two Pushboards must not share a folder. Name another one with --results, or, if that Pushboard is gone, delete ${join(folder, FOLDER_SIGN)}.`,
  );
}

async function ownerOf(sign: string | null, backup: string): Promise<string | null> {
  if (sign === null) return null;
  if (sign === (await signIn(join(backup, RESULTS)))) return 'The Pushboard that was backed up';
  return sign === (await signOfDatabase()) ? 'The Pushboard of DATABASE_URL' : null;
}

/** The sign that a Pushboard left in its folder of results; null without one. */
const signIn = (folder: string): Promise<string | null> =>
  readFile(join(folder, FOLDER_SIGN), 'utf8').then(
    (sign) => sign.trim(),
    () => null,
  );

/** The sign that the database of this environment remembers; null if it is empty or can't be reached. */
const signOfDatabase = (): Promise<string | null> =>
  withClient(env().databaseUrl, async (client) => {
    const { rows } = await client.query<{ sign: string | null }>(
      'select results_sign as sign from installation',
    );
    return rows[0]?.sign ?? null;
  }).catch(() => null);

/** Copies the files back into the folder of results. Returns how many results. */
export async function restoreResults(folder: string, to: string): Promise<number> {
  let copied = 0;
  await rm(join(to, FOLDER_SIGN), { force: true });
  for await (const { key, sha256 } of listedFiles(folder)) {
    if (sha256 === undefined) continue;
    const path = join(to, key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await copyWithSum(join(folder, RESULTS, key), path);
    if (key !== FOLDER_SIGN) copied += 1;
  }
  return copied;
}

async function* listedFiles(folder: string) {
  const lines = createInterface({ input: createReadStream(join(folder, RESULT_LIST)) });
  for await (const line of lines) {
    const file = listed.parse(JSON.parse(line));
    // A list that was changed could name any file of this machine.
    if (file.key.split('/').includes('..')) throw new BackupError(`The list of results names ${file.key}.`);
    yield file;
  }
}
