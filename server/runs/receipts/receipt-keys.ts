import { createHash, generateKeyPairSync } from 'node:crypto';
import statement from 'sql-template-tag';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { log } from '@/server/base/log';
import { open, seal } from '@/server/base/secrets/seal';

const KEY = {
  key_id: column.text,
  public_key: column.text,
  created_at: column.time,
  retired_at: column.time.nullable(),
};
export type ReceiptKey = RowOf<typeof KEY>;

export const receiptKeyPurpose = (keyId: string): string => `receipt key:${keyId}`;

/** All public keys, the newest first. None is ever deleted, so that old receipts can be checked. */
export const receiptKeys = (): Promise<ReceiptKey[]> =>
  query(
    KEY,
    statement`select key_id, public_key, created_at, retired_at from receipt_key order by created_at desc`,
  );

export async function findReceiptKey(keyId: string): Promise<ReceiptKey | null> {
  const [row] = await query(
    KEY,
    statement`select key_id, public_key, created_at, retired_at from receipt_key where key_id = ${keyId}`,
  );
  return row ?? null;
}

/** The key that signs, and its private half in PEM. The first receipt makes it; so does the loss of the sealing key. */
export async function signingKey(): Promise<{ keyId: string; privateKey: string }> {
  const current = await currentKey();
  if (current !== null) return current;
  return transaction(async (tx) => {
    await lockKeys(tx);
    // Another request may have made one meanwhile.
    return (await currentKey(tx)) ?? makeKey(tx);
  });
}

/**
 * Makes a new key for all receipts from now on. The public keys before it stay, so that older receipts can be checked.
 *
 * @returns lines to print
 */
export async function rotateReceiptKey(): Promise<string[]> {
  return transaction(async (tx) => {
    await lockKeys(tx);
    const [old] = await query(
      { key_id: column.text },
      statement`select key_id from receipt_key where retired_at is null`,
      tx,
    );
    const { keyId } = await makeKey(tx);
    return [
      `Receipts are signed with the key ${keyId} from now on.`,
      ...(old === undefined
        ? []
        : [`Receipts signed with ${old.key_id} can still be checked: its public key is kept.`]),
    ];
  });
}

/** One at a time makes a key, so that there is never more than one that signs. */
const lockKeys = (tx: Sql) =>
  query(
    { pg_advisory_xact_lock: column.text },
    statement`select pg_advisory_xact_lock(hashtextextended('receipt key', 0))`,
    tx,
  );

async function currentKey(tx?: Sql): Promise<{ keyId: string; privateKey: string } | null> {
  const [row] = await query(
    { key_id: column.text, sealed_private_key: column.bytes },
    statement`select key_id, sealed_private_key from receipt_key where retired_at is null
      order by created_at desc limit 1`,
    tx,
  );
  if (row === undefined) return null;
  try {
    return { keyId: row.key_id, privateKey: open(row.sealed_private_key, receiptKeyPurpose(row.key_id)) };
  } catch (error) {
    log().warn(
      { err: error, key: row.key_id },
      'The key of receipts can no longer be opened; a new one is made',
    );
    return null;
  }
}

async function makeKey(tx: Sql): Promise<{ keyId: string; privateKey: string }> {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const keyId = createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
  await execute(statement`update receipt_key set retired_at = now() where retired_at is null`, tx);
  await execute(
    statement`insert into receipt_key (key_id, public_key, sealed_private_key)
      values (${keyId}, ${publicKey}, ${seal(privateKey, receiptKeyPurpose(keyId))})`,
    tx,
  );
  return { keyId, privateKey };
}
