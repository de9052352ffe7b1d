import statement from 'sql-template-tag';
import { CHAINED_ROW, chainedColumns, chainKey, hashRows } from '@/server/audit/chain-hash';
import { transaction } from '@/server/base/database/db';
import { SettledIds } from '@/server/base/database/settled-ids';
import { column, execute, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { log } from '@/server/base/log';
import type { SealingKey } from '@/server/base/secrets/seal';

/** Any number that nothing else locks. */
const CHAIN_LOCK = 72_707_370;
const BATCH_ROWS = 500;

/** Chains audit rows behind the requests that write them; no request waits for it. */
export class AuditChainer {
  #settled = new SettledIds({ table: 'audit_event', id: 'audit_event_id' });

  constructor(private readonly keys: readonly SealingKey[] = env().encryptionKeys) {}

  /**
   * Chains the next batch. Any number of workers may call it at once: only one of them adds a batch.
   *
   * @returns how many rows; 0 when all settled rows are chained or another worker is at it
   */
  async nextBatch(): Promise<number> {
    const { id } = await this.#settled.look();
    return chainThrough(id, this.keys);
  }
}

async function chainThrough(settledId: number, [key]: readonly SealingKey[]): Promise<number> {
  if (key === undefined) throw new Error('The key ring is empty');
  return transaction(async (tx) => {
    const [lock] = await query(
      { is_ours: column.boolean },
      statement`select pg_try_advisory_xact_lock(${CHAIN_LOCK}) as is_ours`,
      tx,
    );
    if (!lock?.is_ours) return 0;
    const [head] = await query(
      { last_event_id: column.text, hash: column.bytes },
      statement`select last_event_id::text, hash from audit_chain order by audit_chain.last_event_id desc limit 1`,
      tx,
    );
    const afterId = head?.last_event_id ?? '0';
    const rows = await query(
      CHAINED_ROW,
      statement`select ${chainedColumns} from audit_event
        where audit_event_id > ${afterId} and audit_event_id <= ${settledId}
        order by audit_event.audit_event_id limit ${BATCH_ROWS}`,
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
