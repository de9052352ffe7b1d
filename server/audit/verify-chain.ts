import statement from 'sql-template-tag';
import {
  CHAINED_ROW,
  type ChainedRow,
  chainedColumns,
  hashRows,
  MARK_BYTES,
} from '@/server/audit/chain-hash';
import { type ChainKeys, readChainKeys } from '@/server/audit/chain-keys';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import type { SealingKey } from '@/server/base/secrets/seal';

/** What a look at the whole chain found. */
export interface ChainReport {
  /** The rows that match, up to the first problem. */
  verified: { rows: number; throughId: string };
  /** The end of the verified chain, `id:hash`, to keep elsewhere and compare later; null if there is no chain yet. */
  head: string | null;
  /**
   * What doesn't match, in words, with the id of the first such row where there is one, and the key without which it can't
   * be known; null if the chain holds.
   */
  problem: { rowId: string | null; missingKey?: string; message: string } | null;
  /** The rows that no batch covers yet. */
  tail: { rows: number; fromId: string | null };
}

const LINK = {
  last_event_id: column.text,
  after_event_id: column.text,
  row_count: column.int,
  key_id: column.text,
  hash: column.bytes,
  row_marks: column.bytes,
};
type Link = RowOf<typeof LINK>;

const LINKS_A_READ = 50;
const LEAST_ID = '-9223372036854775808';

/**
 * Compares every chained row with the chain, as of one moment.
 *
 * @param knownHead an earlier report's `head`: the chain must contain it
 */
export async function verifyChain(
  knownHead?: string,
  keys: readonly SealingKey[] = env().encryptionKeys,
): Promise<ChainReport> {
  return transaction(async (tx) => {
    await execute(statement`set transaction isolation level repeatable read, read only`, tx);
    const ring = await readChainKeys(keys, tx);
    const report = { verified: { rows: 0, throughId: '0' }, head: null as string | null };
    let before: Buffer = Buffer.alloc(0);
    let isHeadFound = knownHead === undefined;
    let problem: ChainReport['problem'] = null;
    for await (const link of links(tx)) {
      problem = await checkLink(tx, link, { throughId: report.verified.throughId, hash: before }, ring);
      if (problem !== null) break;
      before = link.hash;
      report.verified.rows += link.row_count;
      report.verified.throughId = link.last_event_id;
      report.head = `${link.last_event_id}:${link.hash.toString('hex')}`;
      isHeadFound ||= report.head === knownHead;
    }
    if (problem === null && !isHeadFound) {
      const message = `The chain doesn't contain ${knownHead}. Batches at its end were removed, or all of it was made again.`;
      problem = { rowId: null, message };
    }
    return { ...report, problem, tail: await readTail(tx) };
  });
}

async function* links(tx: Sql): AsyncGenerator<Link> {
  let after = LEAST_ID;
  for (;;) {
    const read = await query(
      LINK,
      statement`select last_event_id::text, after_event_id::text, row_count, key_id, hash, row_marks from audit_chain
        where last_event_id > ${after} order by audit_chain.last_event_id limit ${LINKS_A_READ}`,
      tx,
    );
    yield* read;
    const last = read.at(-1);
    if (last === undefined) return;
    after = last.last_event_id;
  }
}

async function checkLink(
  tx: Sql,
  link: Link,
  before: { throughId: string; hash: Buffer },
  { keys, lacks }: ChainKeys,
): Promise<ChainReport['problem']> {
  const batch = `the batch of rows ${link.after_event_id} to ${link.last_event_id}`;
  if (link.after_event_id !== before.throughId) {
    const message = `The chain has a gap: ${batch} doesn't follow on row ${before.throughId}. A batch was changed, removed, or added.`;
    return { rowId: null, message };
  }
  const key = keys.get(link.key_id);
  if (key === undefined) {
    const missingKey = lacks.get(link.key_id) ?? link.key_id;
    const message = `The key "${missingKey}" isn't in ENCRYPTION_KEYS. Add it back to verify ${batch} and what follows; after npm run keys -- rotate it isn't needed anymore.`;
    return { rowId: null, missingKey, message };
  }
  const from = link.after_event_id === '0' ? LEAST_ID : link.after_event_id;
  const rows = await query(
    CHAINED_ROW,
    statement`select ${chainedColumns} from audit_event
      where audit_event_id > ${from} and audit_event_id <= ${link.last_event_id}
      order by audit_event.audit_event_id limit ${link.row_count + 1}`,
    tx,
  );
  const { hash, marks } = hashRows(key, before.hash, rows);
  if (hash.equals(link.hash)) return null;
  return whichRow(link, rows, marks, batch);
}

/** Finds the first row whose mark isn't the stored one. */
function whichRow(
  link: Link,
  rows: readonly ChainedRow[],
  marks: Buffer,
  batch: string,
): ChainReport['problem'] {
  const markAt = (of: Buffer, at: number) => of.subarray(at * MARK_BYTES, (at + 1) * MARK_BYTES);
  const at = rows.findIndex((_row, index) => !markAt(marks, index).equals(markAt(link.row_marks, index)));
  const row = rows[at];
  if (row !== undefined) {
    const follows = rows[at - 1]?.audit_event_id ?? link.after_event_id;
    const message = `Row ${row.audit_event_id} doesn't match: it was changed or added, or rows between ${follows} and it were removed.`;
    return { rowId: row.audit_event_id, message };
  }
  if (rows.length < link.row_count) {
    const last = rows.at(-1)?.audit_event_id ?? link.after_event_id;
    return {
      rowId: link.last_event_id,
      message: `Rows after ${last}, up to ${link.last_event_id}, were removed.`,
    };
  }
  return { rowId: null, message: `The chain's own entry for ${batch} was changed; its rows match.` };
}

async function readTail(tx: Sql): Promise<ChainReport['tail']> {
  const [tail] = await query(
    { count: column.int, from_id: column.text.nullable() },
    statement`select count(*) as count, min(audit_event_id)::text as from_id from audit_event
      where audit_event_id > (select coalesce(max(last_event_id), 0) from audit_chain)`,
    tx,
  );
  return { rows: tail?.count ?? 0, fromId: tail?.from_id ?? null };
}
