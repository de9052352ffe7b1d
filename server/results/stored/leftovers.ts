import statement from 'sql-template-tag';
import { clock } from '@/server/base/clock';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { log } from '@/server/base/log';
import { processWide } from '@/server/base/process-wide';
import { storeOf } from '@/server/results/stored/result-stores';
import { StoreFault } from '@/server/stores/store';

/** As many files of a store are deleted at a time. */
const AT_ONCE = 8;
const FILES_A_BATCH = 200;
/** A store that failed isn't asked again for this long: each call would wait for it. */
const LEFT_ALONE_MS = 60_000;

/** When stores last failed to delete a file, by their id. */
const failures = () => processWide('stores that failed to delete', () => new Map<number, number>());

/** Deletes a file from a store. If the store fails, the file is deleted when it answers again. */
export async function deleteFile(storeId: number | null, key: string): Promise<void> {
  if (storeId === null) return (await storeOf(null)).delete(key);
  const failedAtMs = failures().get(storeId);
  const isLeftAlone = failedAtMs !== undefined && clock.nowMs() - failedAtMs < LEFT_ALONE_MS;
  const fault = isLeftAlone ? true : await faultOfDeleting(storeId, key);
  if (fault === null) return;
  if (fault !== true) {
    log().warn({ err: fault, store: storeId }, 'Deleted results are still in their store; trying again');
  }
  await execute(statement`insert into result_leftover (store_id, key) values (${storeId}, ${key})`);
}

/**
 * Deletes what is left, as far as the stores answer: all of them at the same time, so that one that is silent holds up no
 * other. Returns how many files are gone.
 */
export async function deleteLeftovers(stop?: AbortSignal): Promise<number> {
  const stores = await query(
    { store_id: column.int },
    statement`select store_id from result_store s
      where exists (select from result_leftover l where l.store_id = s.store_id)`,
  );
  const counts = await Promise.all(stores.map(({ store_id: storeId }) => clearStore(storeId, stop)));
  return counts.reduce((total, count) => total + count, 0);
}

/** Stops at the first file that can't be deleted. */
async function clearStore(storeId: number, stop: AbortSignal | undefined): Promise<number> {
  let count = 0;
  while (stop?.aborted !== true) {
    const files = await query(
      { leftover_id: column.int, key: column.text },
      statement`select leftover_id, key from result_leftover where store_id = ${storeId}
        order by leftover_id limit ${FILES_A_BATCH}`,
    );
    // The first one finds out whether the store answers.
    const [first, ...others] = files;
    if (first === undefined || (await faultOfDeleting(storeId, first.key)) !== null) return count;
    const gone = [first.leftover_id, ...(await deleteSome(storeId, others))];
    await execute(statement`delete from result_leftover where leftover_id = any(${gone}::bigint[])`);
    count += gone.length;
    if (gone.length < files.length) return count;
  }
  return count;
}

/** Deletes files, some at a time, until one fails. Returns the ids of those that are gone. */
async function deleteSome(
  storeId: number,
  files: readonly { leftover_id: number; key: string }[],
): Promise<number[]> {
  const gone: number[] = [];
  for (let start = 0; start < files.length; start += AT_ONCE) {
    const some = files.slice(start, start + AT_ONCE);
    const faults = await Promise.all(some.map(({ key }) => faultOfDeleting(storeId, key)));
    gone.push(...some.filter((_, index) => faults[index] === null).map(({ leftover_id }) => leftover_id));
    if (faults.some((fault) => fault !== null)) break;
  }
  return gone;
}

/** Why a file can't be deleted now; null if it is gone. A store whose key is missing may be opened again later, too. */
async function faultOfDeleting(storeId: number, key: string): Promise<Error | null> {
  try {
    await (await storeOf(storeId)).delete(key);
    failures().delete(storeId);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof StoreFault) && !(thrown instanceof AppError)) throw thrown;
    failures().set(storeId, clock.nowMs());
    return thrown;
  }
}
