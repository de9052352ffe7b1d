import statement from 'sql-template-tag';
import { CHAINED_ROW, chainedColumns, chainKey, hashRows } from '@/server/audit/chain-hash';
import { transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { log } from '@/server/base/log';
import type { SealingKey } from '@/server/base/secrets/seal';

/** Any number that nothing else locks. */
const CHAIN_LOCK = 72_707_370;
const BATCH_ROWS = 500;

/**
 * Chains audit rows behind the requests that write them; no request waits for it.
 *
 * A row gets its id before its transaction commits, so a row can appear below rows that are already visible. A
 * transaction that inserts holds a lock on the table from before the row gets its id until after the commit is visible.
 * So once every transaction that held this lock after we had seen an id is over, no row up to that id can appear anymore.
 */
export class AuditChainer {
  /** The newest id seen, and who was writing after we saw it. */
  #seen: { newestId: string; writers: readonly string[] } | null = null;
  /** No row up to this id can appear anymore. */
  #settledId = '0';

  constructor(private readonly keys: readonly SealingKey[] = env().encryptionKeys) {}

  /**
   * Chains the next batch. Any number of workers may call it at once: only one of them adds a batch.
   *
   * @returns how many rows; 0 when all settled rows are chained or another worker is at it
   */
  async nextBatch(): Promise<number> {
    await this.#settle();
    return chainThrough(this.#settledId, this.keys);
  }

  async #settle(): Promise<void> {
    this.#seen ??= await lookAtNewest();
    const { newestId, writers } = this.#seen;
    if (writers.length > 0) {
      const present = new Set(await writersNow());
      if (writers.some((writer) => present.has(writer))) return;
    }
    this.#settledId = newestId;
    this.#seen = null;
  }
}

async function lookAtNewest(): Promise<{ newestId: string; writers: string[] }> {
  const [newest] = await query(
    { id: column.bigint },
    statement`select coalesce(max(audit_event_id), 0) as id from audit_event`,
  );
  // Only now: a transaction that begins to write from here on gets a greater id.
  return { newestId: newest?.id ?? '0', writers: await writersNow() };
}

/** Returns the transactions that may have inserted audit rows and aren't over, by their virtual ids. */
async function writersNow(): Promise<string[]> {
  const rows = await query(
    { virtualtransaction: column.text },
    statement`select virtualtransaction from pg_locks
      where locktype = 'relation' and relation = 'audit_event'::regclass and mode = 'RowExclusiveLock' and granted
        and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ virtualtransaction }) => virtualtransaction);
}

async function chainThrough(settledId: string, [key]: readonly SealingKey[]): Promise<number> {
  if (key === undefined) throw new Error('The key ring is empty');
  return transaction(async (tx) => {
    const [lock] = await query(
      { is_ours: column.boolean },
      statement`select pg_try_advisory_xact_lock(${CHAIN_LOCK}) as is_ours`,
      tx,
    );
    if (!lock?.is_ours) return 0;
    const [head] = await query(
      { last_event_id: column.bigint, hash: column.bytes },
      statement`select last_event_id, hash from audit_chain order by last_event_id desc limit 1`,
      tx,
    );
    const afterId = head?.last_event_id ?? '0';
    const rows = await query(
      CHAINED_ROW,
      statement`select ${chainedColumns} from audit_event
        where audit_event_id > ${afterId} and audit_event_id <= ${settledId}
        order by audit_event_id limit ${BATCH_ROWS}`,
      tx,
    );
    const last = rows.at(-1);
    if (last === undefined) return 0;
    const { hash, marks } = hashRows(chainKey(key), head?.hash ?? Buffer.alloc(0), rows);
    await execute(
      statement`insert into audit_chain (last_event_id, after_event_id, row_count, key_id, hash, row_marks)
        values (${last.audit_event_id}, ${afterId}, ${rows.length}, ${key.id}, ${hash}, ${marks})`,
      tx,
    );
    // A second place for the head: rewriting the chain in the database doesn't rewrite the log.
    log().info({ head: `${last.audit_event_id}:${hash.toString('hex')}` }, 'Chained the audit log');
    return rows.length;
  });
}
