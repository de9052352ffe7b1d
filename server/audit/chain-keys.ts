import statement from 'sql-template-tag';
import { chainKey } from '@/server/audit/chain-hash';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { open, type SealingKey, seal, sealerOf } from '@/server/base/secrets/seal';

/**
 * The keys that batches were hashed with, by the id of the ring's key that each comes from. A rotation stores them, sealed
 * like any secret, so that a key can leave the ring and what it chained can still be verified. From such a key, nothing
 * that the ring's key sealed can be opened.
 */

export const chainKeyPurpose = (keyId: string): string => `audit-chain:${keyId}`;

/** How many rows of the audit log are chained with a key. */
export interface ChainedWith {
  keyId: string;
  rows: number;
}

/** What batches can be verified with. */
export interface ChainKeys {
  /** The keys of the ring, and those that rotations stored, by their ids. */
  keys: ReadonlyMap<string, Buffer>;
  /** The ids of the keys that are missing to open the others that rotations stored, by the ids of those. */
  lacks: ReadonlyMap<string, string>;
}

export async function readChainKeys(ring: readonly SealingKey[], db: Sql): Promise<ChainKeys> {
  const keys = new Map<string, Buffer>();
  const lacks = new Map<string, string>();
  for (const [keyId, sealed] of await storedKeys(db)) {
    const sealer = sealerOf(sealed);
    if (ring.some(({ id }) => id === sealer))
      keys.set(keyId, Buffer.from(open(sealed, chainKeyPurpose(keyId), ring), 'base64'));
    else lacks.set(keyId, sealer);
  }
  for (const key of ring) keys.set(key.id, chainKey(key));
  return { keys, lacks };
}

/** Stores what verifies the batches of the ring's keys, sealed with the first one. Returns how many keys are new. */
export async function storeChainKeys(ring: readonly SealingKey[]): Promise<number> {
  const missing = new Set((await chainedWithoutKey(ring)).map(({ keyId }) => keyId));
  const keys = ring.filter(({ id }) => missing.has(id));
  for (const key of keys) {
    const sealed = seal(chainKey(key).toString('base64'), chainKeyPurpose(key.id), ring);
    await execute(
      statement`insert into audit_chain_key (key_id, sealed_chain_key) values (${key.id}, ${sealed}) on conflict do nothing`,
    );
  }
  return keys.length;
}

/** What is chained with other keys than the first one, and can't be verified without them. */
export async function chainedWithoutKey([first]: readonly SealingKey[]): Promise<ChainedWith[]> {
  const rows = await query(
    { key_id: column.text, rows: column.int },
    statement`select c.key_id, sum(c.row_count)::bigint as rows from audit_chain c
      where c.key_id <> ${first?.id} and not exists (select from audit_chain_key k where k.key_id = c.key_id)
      group by 1 order by 1`,
  );
  return rows.map(({ key_id, rows: count }) => ({ keyId: key_id, rows: count }));
}

/** How many rows of the audit log are chained with a key, so that they are verified with it alone. */
export async function rowsChainedWith(keyId: string): Promise<number> {
  const [row] = await query(
    { rows: column.int },
    statement`select coalesce(sum(row_count), 0)::bigint as rows from audit_chain
      where key_id = ${keyId} and not exists (select from audit_chain_key where key_id = ${keyId})`,
  );
  return row?.rows ?? 0;
}

async function storedKeys(db: Sql): Promise<[string, Buffer][]> {
  // A backup of an earlier version is verified as it is, without the table.
  const [table] = await query(
    { exists: column.boolean },
    statement`select to_regclass('audit_chain_key') is not null as exists`,
    db,
  );
  if (!table?.exists) return [];
  const rows = await query(
    { key_id: column.text, sealed_chain_key: column.bytes },
    statement`select key_id, sealed_chain_key from audit_chain_key`,
    db,
  );
  return rows.map(({ key_id, sealed_chain_key }) => [key_id, sealed_chain_key]);
}
