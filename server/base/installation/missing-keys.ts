import statement, { raw } from 'sql-template-tag';
import { counted } from '@/lib/base/text/counted';
import { unhurried } from '@/server/base/database/patience';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { processWide } from '@/server/base/process-wide';
import type { SealingKey } from '@/server/base/secrets/seal';

/** A key that sealed something in use, and isn't in the ring. */
export interface MissingKey {
  keyId: string;
  /** How many values it sealed, without those of runs. */
  values: number;
}

/**
 * Returns the keys that are missing in the ring. If each key that the database ever had is in it, that is one small
 * statement. Otherwise every sealed value is looked at, but for those of runs, of which there may be many millions.
 */
export async function findMissingKeys(
  ring: readonly SealingKey[] = env().encryptionKeys,
): Promise<MissingKey[]> {
  const known = ring.map(({ id }) => id);
  const gone = await query(
    { key_id: column.text },
    statement`select key_id from key_canary where key_id <> all(${known}::text[])`,
  );
  if (gone.length === 0) return [];
  const columns = await query(
    { table_name: column.text, column_name: column.text },
    statement`select quote_ident(table_name) as table_name, quote_ident(column_name) as column_name
      from information_schema.columns
      where table_schema = current_schema() and data_type = 'bytea' and starts_with(column_name, 'sealed_')
        and table_name <> 'run'`,
  );
  const each = columns.map(
    ({ table_name: table, column_name: name }) =>
      `select convert_from(substr(${name}, 3, get_byte(${name}, 1)), 'UTF8') as key_id from ${table} where ${name} is not null`,
  );
  const rows = await unhurried(() =>
    query(
      { key_id: column.text, values: column.int },
      statement`select key_id, count(*)::int as values from (${raw(each.join(' union all '))}) sealed
        where key_id <> all(${known}::text[]) group by 1 order by 1`,
    ),
  );
  return rows.map(({ key_id, values }) => ({ keyId: key_id, values }));
}

/** A key doesn't come back without a restart, and what it sealed becomes less only by and by. */
const LOOK_AGAIN_MS = 10 * 60_000;

/** What `findMissingKeys` found lately. */
export function recentMissingKeys(): Promise<MissingKey[]> {
  const kept = processWide('missing keys', (): { found: Promise<MissingKey[]> | null } => ({ found: null }));
  if (kept.found === null) {
    const found = findMissingKeys();
    kept.found = found;
    const forget = () => {
      if (kept.found === found) kept.found = null;
    };
    setTimeout(forget, LOOK_AGAIN_MS).unref();
    found.catch(forget);
  }
  return kept.found;
}

/** What is missing and what to do, in words for the operator. */
export function missingKeyWords(missing: readonly MissingKey[]): string {
  const each = missing.map(({ keyId, values }) => `${keyId}, which sealed ${counted(values, 'value')}`);
  return `ENCRYPTION_KEYS lacks the ${missing.length === 1 ? 'key' : 'keys'} ${each.join('; ')}. Saved passwords, waiting messages, and other secrets among them can't be read. Put it back. If it is lost, enter passwords and other secrets again, and give webhooks new ones; messages are lost. npm run keys -- status says what is sealed with it.`;
}
