import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { ids } from '@/server/base/ids';
import { processWide } from '@/server/base/process-wide';
import { outputKey, type RunMasks } from '@/server/results/masks/run-masks';
import { MOST_PROCESSES, mayBegin, type Reads } from '@/server/results/rows/process/fair-places';
import { ReaderProcess } from '@/server/results/rows/process/reader-process';
import type { RowPage, RowQuery } from '@/server/results/rows/row-reader';
import { resultKey } from '@/server/results/stored/result-file';
import { storeOf } from '@/server/results/stored/result-stores';
import { fileBytes } from '@/server/results/stored/stored-bytes';
import { diskPath } from '@/server/stores/disk-store';

const IDLE_MS = 60_000;

interface Held extends Reads {
  reader: Promise<ReaderProcess>;
  opened: ReaderProcess | null;
  timer: NodeJS.Timeout | null;
}

/** The results that are open for sorting and filtering, the least recently used first. */
const held = (): Map<string, Held> => processWide('result row readers', () => new Map());

/** A result in a file. */
export interface ResultFileOf extends Reads {
  runId: number;
  /** Null for the disk. */
  storeId: number | null;
  masks: RunMasks;
}

/** Reads rows of a result in a file; the process that does so waits a minute for the next query. */
export async function readRowsElsewhere(
  result: ResultFileOf,
  query: RowQuery,
  signal: AbortSignal,
): Promise<RowPage> {
  const key = `${result.orgId}/${result.runId} ${outputKey(result.masks)}`;
  const found = held().get(key);
  const entry = found !== undefined && found.opened?.isGone !== true ? found : begin(key, result);
  held().delete(key);
  held().set(key, entry);
  entry.userId = result.userId;
  if (entry.timer !== null) clearTimeout(entry.timer);
  entry.timer = null;
  const reader = await entry.reader;
  try {
    return await reader.read(query, signal);
  } finally {
    if (!reader.isBusy) {
      if (entry.timer !== null) clearTimeout(entry.timer);
      entry.timer = setTimeout(() => end(key, entry), IDLE_MS).unref();
    }
  }
}

function begin(key: string, result: ResultFileOf): Held {
  makeRoom(key, result);
  const { orgId, userId } = result;
  const entry: Held = { orgId, userId, reader: start(result), opened: null, timer: null };
  entry.reader.then(
    (reader) => {
      entry.opened = reader;
    },
    () => end(key, entry),
  );
  return entry;
}

/**
 * Ends the one that was used longest ago and has nothing to do. Throws 503 if all are busy, or as many of the organization
 * or person as one may have: the last place is for those who have none.
 */
function makeRoom(key: string, reads: Reads): void {
  held().delete(key);
  const atWork = [...held().values()].filter(({ opened }) => opened === null || opened.isBusy);
  if (!mayBegin(atWork, reads)) throw allBusy();
  if (held().size < MOST_PROCESSES) return;
  for (const [other, entry] of held()) {
    if (entry.opened === null || entry.opened.isBusy) continue;
    end(other, entry);
    return;
  }
  throw allBusy();
}

const allBusy = (): AppError =>
  new AppError(
    'unavailable',
    'Several large results are being sorted or filtered right now. Try again in a few seconds.',
  );

function end(key: string, entry: Held): void {
  if (held().get(key) === entry) held().delete(key);
  entry.opened?.close();
}

async function start(result: ResultFileOf): Promise<ReaderProcess> {
  const file = await openFile(result);
  try {
    const { masks, outputObjectPath } = result.masks;
    return new ReaderProcess(file, { masks, outputObjectPath });
  } finally {
    await file.close();
  }
}

/** The file itself, or a copy of what is kept elsewhere, which has no name and goes with its last reader. */
async function openFile({ orgId, runId, storeId }: ResultFileOf): Promise<FileHandle> {
  const key = resultKey(orgId, runId);
  // Throws if the file is gone.
  const { sizeBytes, stream } = await fileBytes(storeId, key);
  if ((await storeOf(storeId)).isOnDisk) return open(diskPath(key), 'r');
  const folder = join(env().resultsDir, '.open');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, ids.group());
  const copy = await open(path, 'wx+', 0o600);
  await unlink(path);
  try {
    for await (const piece of stream(0, sizeBytes)) await copy.writeFile(piece);
    return copy;
  } catch (error) {
    await copy.close();
    throw error;
  }
}
