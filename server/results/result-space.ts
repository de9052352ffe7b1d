import { chmod, mkdir, statfs } from 'node:fs/promises';
import statement from 'sql-template-tag';
import { untilDatabaseAnswers } from '@/server/database-down';
import { env } from '@/server/env';
import { log } from '@/server/log';
import { processWide } from '@/server/process-wide';
import { column, query } from '@/server/statements';

/** A result, or the rest of one, found no room. Its message says why, and what to do. */
export class NoSpace extends Error {}

/** What results in progress take in this process, by organization. */
const inProgress = () => processWide('results in progress', () => new Map<string, number>());

/** What one result in progress may take of the disk. */
export interface SpaceShare {
  /** Reserves room for more bytes. Throws `NoSpace` where the organization or the disk has none left. */
  take(bytes: number): Promise<void>;
  /** To be called when the file is closed: from then on the database counts it. */
  release(): void;
}

/**
 * Room for a new result of an organization. Its quota counts the files of ended runs, and what is in progress in this
 * process; results in progress in other workers may exceed it by their size. Nobody waits for room.
 */
export async function spaceShare(orgId: string): Promise<SpaceShare> {
  // A run does not fail because the database is away: its result is stored when it is back.
  const keptBytes = await untilDatabaseAnswers(() => keptBytesOf(orgId));
  let takenBytes = 0;
  const addInProgress = (bytes: number): void => {
    takenBytes += bytes;
    const all = (inProgress().get(orgId) ?? 0) + bytes;
    if (all === 0) inProgress().delete(orgId);
    else inProgress().set(orgId, all);
  };
  return {
    async take(bytes) {
      const { resultQuotaBytes } = env();
      if (keptBytes + (inProgress().get(orgId) ?? 0) + bytes > resultQuotaBytes) {
        throw quotaReached(resultQuotaBytes);
      }
      // Before the disk is asked, so that others who ask meanwhile count it.
      addInProgress(bytes);
      await refuseBelowReserve(bytes);
    },
    release: () => addInProgress(-takenBytes),
  };
}

/** Closes the folder of results to others; earlier versions left it open. If someone else owns it, it stays as it is. */
export async function closeResultsFolder(): Promise<void> {
  const { resultsDir } = env();
  await mkdir(resultsDir, { recursive: true, mode: 0o700 });
  await chmod(resultsDir, 0o700).catch((error) =>
    log().warn({ err: error }, 'The folder of results belongs to someone else and stays readable as it is'),
  );
}

/** The results of an organization on disk, in bytes. */
async function keptBytesOf(orgId: string): Promise<number> {
  const [usage] = await query(
    { size_bytes: column.bigint },
    statement`select size_bytes from result_usage where org_id = ${orgId}`,
  );
  return Number(usage?.size_bytes ?? 0);
}

/** Throws `NoSpace` where so many more bytes would leave the disk with less than what is kept free. */
export async function refuseBelowReserve(bytes: number): Promise<void> {
  const { resultsDir, freeSpaceBytes } = env();
  await mkdir(resultsDir, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(resultsDir);
  if (bavail * bsize - bytes >= freeSpaceBytes) return;
  throw new NoSpace(
    'The result was not stored: the disk of Pushboard is almost full. What the run did at its source is done. Ask your administrator to make room.',
  );
}

/** Error codes of a disk that takes no more: full, over a quota, past the largest file, or read-only. */
const DISK_REFUSES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']);

/** What a write threw, in words if the disk takes no more. */
export function asNoSpace(thrown: unknown): unknown {
  const refuses = thrown instanceof Error && 'code' in thrown && DISK_REFUSES.has(String(thrown.code));
  if (!refuses) return thrown;
  return new NoSpace(
    "Couldn't save the result: the disk of Pushboard is full or read-only. What the run did at its source is done. Ask your administrator to make room.",
    { cause: thrown },
  );
}

function quotaReached(quotaBytes: number): NoSpace {
  return new NoSpace(
    `The result was not stored whole: the results of this organization take ${quotaBytes / 1_000_000} MB, all that they may take. What the run did at its source is done. Delete results that are no longer needed in the history.`,
  );
}
