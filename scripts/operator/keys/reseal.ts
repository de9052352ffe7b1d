import statement, { empty, join, raw, type Sql as Statement } from 'sql-template-tag';
import type { SealedColumn } from '@/scripts/operator/keys/sealed-columns';
import { transaction } from '@/server/base/database/db';
import { unhurried } from '@/server/base/database/patience';
import { column, execute, query } from '@/server/base/database/statements';
import { open, type SealingKey, seal, sealedStart } from '@/server/base/secrets/seal';

/** Rows are locked for as long as a batch takes: some hundredths of a second. */
const ROWS_A_BATCH = 200;

/** How many values of a column each key has sealed, by the id of the key. */
export async function countByKey({ table, column: name }: SealedColumn): Promise<Map<string, number>> {
  const rows = await unhurried(() =>
    query(
      { key_id: column.text, values: column.int },
      statement`select convert_from(substr(t.${raw(name)}, 3, get_byte(t.${raw(name)}, 1)), 'UTF8') as key_id,
          count(*)::int as values
        from ${raw(table)} t where t.${raw(name)} is not null group by 1 order by 1`,
    ),
  );
  return new Map(rows.map(({ key_id, values }) => [key_id, values]));
}

/** What a batch did. */
export interface ResealedBatch {
  resealed: number;
  /** The key of the last row it read, where the next batch continues; null after the last batch. */
  lastKey: unknown;
  /** Why the first value that couldn't be opened couldn't be, if there is one. It stays as it is. */
  problem: string | null;
}

/**
 * Seals the next values of a column again with the first key of the ring, if another one sealed them. A value that
 * changes meanwhile stays as it has become. Done rows stay done, so it can be stopped and called again at any time.
 *
 * @param afterKey the row after which it goes on; null for the first batch
 */
export async function resealBatch(
  sealed: SealedColumn,
  afterKey: unknown,
  ring: readonly SealingKey[],
): Promise<ResealedBatch> {
  const [first] = ring;
  if (first === undefined) throw new Error('The key ring is empty');
  const [needs] = sealed.purpose;
  const value = raw(`t.${sealed.column}`);
  const key = raw(`t.${sealed.key}`);
  const start = sealedStart(first);
  const after: Statement = afterKey === null ? empty : statement`and ${key} > ${afterKey}`;
  return unhurried(() =>
    transaction(async (tx) => {
      const rows = await query(
        {
          sealed_key: column.json<unknown>(),
          sealed: column.bytes,
          ...Object.fromEntries(needs.map((name) => [name, column.json<unknown>()])),
        },
        statement`select ${join([statement`${key} as sealed_key, ${value} as sealed`, ...needs.map((name) => needed(sealed, name))])}
          from ${raw(sealed.table)} t ${raw(sealed.joined?.join ?? '')}
          where ${value} is not null and substr(${value}, 1, ${start.length}::int) <> ${start}
            and ${raw(sealed.onlyWhere ?? 'true')} ${after}
          order by ${key} limit ${ROWS_A_BATCH}`,
        tx,
      );
      let resealed = 0;
      let problem: string | null = null;
      for (const row of rows) {
        const made = resealOne(sealed, row, ring);
        if (typeof made === 'string') {
          problem ??= made;
          continue;
        }
        await execute(
          statement`update ${raw(sealed.table)} t set ${raw(sealed.column)} = ${made}
            where ${key} = ${row.sealed_key} and ${value} = ${row.sealed}`,
          tx,
        );
        resealed += 1;
      }
      const last = rows.length < ROWS_A_BATCH ? undefined : rows.at(-1);
      return { resealed, lastKey: last?.sealed_key ?? null, problem };
    }),
  );
}

/** A column that the purpose of a value is made of. */
const needed = ({ joined }: SealedColumn, name: string): Statement =>
  raw(`${joined?.columns[name] ?? `t.${name}`} as ${name}`);

/** The value as the first key seals it, or why it can't be opened. */
function resealOne(
  { purpose: [needs, from] }: SealedColumn,
  row: Readonly<Record<string, unknown>> & { sealed: Buffer },
  ring: readonly SealingKey[],
): Buffer | string {
  const purpose = (from as (...values: unknown[]) => string)(...needs.map((name) => row[name]));
  try {
    return seal(open(row.sealed, purpose, ring), purpose, ring);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
