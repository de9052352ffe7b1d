import { chmod, mkdir, statfs } from 'node:fs/promises';
import { untilDatabaseAnswers } from '@/server/base/database/database-down';
import { env } from '@/server/base/env';
import { log } from '@/server/base/log';
import { processWide } from '@/server/base/process-wide';
import { resultUsage } from '@/server/people/organizations/result-limits';
import { StoreFault } from '@/server/stores/store';

/** There was no space for a result, or for the rest of one. The message says why, and what to do. */
export class NoSpace extends Error {}

/** The store failed in the middle of a result, of which nothing is kept. */
export class StoreLost extends NoSpace {}

/** The space of results in progress in this process, by organization. */
const inProgress = () => processWide('results in progress', () => new Map<string, number>());

/** The disk space of one result in progress. */
export interface SpaceShare {
  /** Reserves space for more bytes. Throws `NoSpace` if the organization or the disk is full. */
  take(bytes: number): Promise<void>;
  /** Call this when the file is closed: from then on, the database counts it. */
  release(): void;
}

/**
 * Reserves space for a new result of an organization. Its quota counts the files of ended runs, and results in progress
 * in this process; those in other workers may exceed it by their size. Nothing waits for space.
 *
 * @param isOnDisk whether it is kept on this machine's disk, of which a part must stay free
 */
export async function spaceShare(orgId: string, isOnDisk: boolean): Promise<SpaceShare> {
  // A run doesn't fail because the database is down: its result is stored when the database is back.
  const { keptBytes, quotaBytes } = await untilDatabaseAnswers(() => resultUsage(orgId));
  let takenBytes = 0;
  const addInProgress = (bytes: number): void => {
    takenBytes += bytes;
    const all = (inProgress().get(orgId) ?? 0) + bytes;
    if (all === 0) inProgress().delete(orgId);
    else inProgress().set(orgId, all);
  };
  return {
    async take(bytes) {
      if (keptBytes + (inProgress().get(orgId) ?? 0) + bytes > quotaBytes) throw quotaReached(quotaBytes);
      // Before checking the disk, so that concurrent checks count it.
      addInProgress(bytes);
      if (isOnDisk) await refuseBelowReserve(bytes);
    },
    release: () => addInProgress(-takenBytes),
  };
}

/** Throws `refusal` of the quota in MB if an organization's results leave no space for more bytes. */
export async function refuseOverQuota(
  orgId: string,
  bytes: number,
  refusal: (quotaMb: number) => Error,
): Promise<void> {
  const { keptBytes, quotaBytes } = await resultUsage(orgId);
  const takenBytes = keptBytes + (inProgress().get(orgId) ?? 0);
  if (takenBytes + bytes > quotaBytes) throw refusal(quotaBytes / 1_000_000);
}

/** Makes the folder of results private; earlier versions left it readable. A folder of another owner is left alone. */
export async function closeResultsFolder(): Promise<void> {
  const { resultsDir } = env();
  await mkdir(resultsDir, { recursive: true, mode: 0o700 });
  await chmod(resultsDir, 0o700).catch((error) =>
    log().warn(
      { err: error },
      'The folder of results has another owner, so its permissions stay as they are',
    ),
  );
}

/** Throws `NoSpace` if writing this many more bytes would use space that must stay free. */
export async function refuseBelowReserve(bytes: number): Promise<void> {
  const { resultsDir, freeSpaceBytes } = env();
  await mkdir(resultsDir, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(resultsDir);
  if (bavail * bsize - bytes >= freeSpaceBytes) return;
  throw new NoSpace(
    "Couldn't save the result: Pushboard's disk is almost full. What the run did at the source is done. Ask the people who run Pushboard to free up space.",
  );
}

/** Error codes of a disk that accepts no more data: full, over quota, past the largest file size, or read-only. */
const DISK_REFUSES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']);

/** Converts a write error to `NoSpace` if the disk accepts no more data, or the store failed. */
export function asNoSpace(thrown: unknown): unknown {
  if (thrown instanceof StoreFault) {
    return new StoreLost(
      `Couldn't save the result. ${thrown.message} What the run did at the source is done. Ask the people who run Pushboard to check where results are kept.`,
      { cause: thrown },
    );
  }
  const refuses = thrown instanceof Error && 'code' in thrown && DISK_REFUSES.has(String(thrown.code));
  if (!refuses) return thrown;
  return new NoSpace(
    "Couldn't save the result: Pushboard's disk is full or read-only. What the run did at the source is done. Ask the people who run Pushboard to free up space.",
    { cause: thrown },
  );
}

function quotaReached(quotaBytes: number): NoSpace {
  return new NoSpace(
    `Only part of the result was saved: your organization's results have reached their limit of ${quotaBytes / 1_000_000} MB. What the run did at the source is done. In the history, delete results that are no longer needed.`,
  );
}
