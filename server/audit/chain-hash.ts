import { createHmac, hkdfSync } from 'node:crypto';
import statement from 'sql-template-tag';
import { column, type RowOf } from '@/server/base/database/statements';
import type { SealingKey } from '@/server/base/secrets/seal';

/**
 * How audit rows are hashed. Each row's hash covers the hash before it, so a hash stands for all rows up to its own. The
 * version is part of the derived key: rows that are hashed in another way need another version.
 */
const PURPOSE = 'pushboard audit chain 1';
const KEY_BYTES = 32;
/** Of each row's hash, as many bytes are stored: enough to find a row. The batch's whole hash decides. */
export const MARK_BYTES = 4;

/** An audit row as it is hashed: every column, as text that depends on no setting of the session. */
export const CHAINED_ROW = {
  audit_event_id: column.text,
  org_id: column.text.nullable(),
  at_ms: column.text,
  actor_user_id: column.text.nullable(),
  action: column.text,
  subject_type: column.text,
  subject_id: column.text,
  before_text: column.text.nullable(),
  after_text: column.text.nullable(),
  request_id: column.text.nullable(),
  address: column.text.nullable(),
};
export type ChainedRow = RowOf<typeof CHAINED_ROW>;

/** The columns of `CHAINED_ROW`, to select from `audit_event`. */
export const chainedColumns = statement`audit_event_id::text as audit_event_id, org_id, (extract(epoch from at) * 1000)::bigint::text as at_ms,
  actor_user_id, action, subject_type, subject_id, before::text as before_text, after::text as after_text,
  request_id, address`;

/** Returns the key that hashes batches under a key of the ring. What it hashes tells nothing about what that key seals. */
export const chainKey = ({ key }: SealingKey): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), PURPOSE, KEY_BYTES));

const textOf = (row: ChainedRow): string =>
  JSON.stringify([
    row.audit_event_id,
    row.org_id,
    row.at_ms,
    row.actor_user_id,
    row.action,
    row.subject_type,
    row.subject_id,
    row.before_text,
    row.after_text,
    row.request_id,
    row.address,
  ]);

/**
 * Hashes rows in the order of their ids.
 *
 * @param before the hash of the batch before; empty for the first
 * @returns the hash of the batch, and the mark of each row, one after the other
 */
export function hashRows(
  key: Buffer,
  before: Buffer,
  rows: readonly ChainedRow[],
): { hash: Buffer; marks: Buffer } {
  const marks: Buffer[] = [];
  let hash = before;
  for (const row of rows) {
    hash = createHmac('sha256', key).update(hash).update(textOf(row)).digest();
    marks.push(hash.subarray(0, MARK_BYTES));
  }
  return { hash, marks: Buffer.concat(marks) };
}
