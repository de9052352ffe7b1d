import statement from 'sql-template-tag';
import { column, execute, query } from '@/server/base/database/statements';
import { log } from '@/server/base/log';
import { storeOf } from '@/server/results/stored/result-stores';
import { StoreFault } from '@/server/stores/store';

const MOST_AT_ONCE = 1000;

/** Deletes a file from a store. If the store fails, the file is deleted when it answers again. */
export async function deleteFile(storeId: number | null, key: string): Promise<void> {
  const store = await storeOf(storeId);
  try {
    await store.delete(key);
  } catch (thrown) {
    if (!(thrown instanceof StoreFault) || storeId === null) throw thrown;
    log().warn({ err: thrown, store: storeId }, 'A deleted result is still in its store; trying again later');
    await execute(statement`insert into result_leftover (store_id, key) values (${storeId}, ${key})`);
  }
}

/** Tries again to delete what is left, as far as the stores answer. */
export async function deleteLeftovers(): Promise<void> {
  const rows = await query(
    { leftover_id: column.int, store_id: column.int, key: column.text },
    statement`select leftover_id, store_id, key from result_leftover order by leftover_id limit ${MOST_AT_ONCE}`,
  );
  const failed = new Set<number>();
  for (const { leftover_id, store_id, key } of rows) {
    if (failed.has(store_id)) continue;
    try {
      await (await storeOf(store_id)).delete(key);
    } catch (thrown) {
      if (!(thrown instanceof StoreFault)) throw thrown;
      failed.add(store_id);
      continue;
    }
    await execute(statement`delete from result_leftover where leftover_id = ${leftover_id}`);
  }
}
