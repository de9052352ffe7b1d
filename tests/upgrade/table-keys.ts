import { type Client, escapeIdentifier } from 'pg';
import { moves } from './moves';

/** How many rows a table has, and a checksum of their primary keys. */
interface TableKeys {
  columns: string[];
  count: string;
  sum: string | null;
}

/** The rows of a database by table. */
export type DatabaseKeys = Record<string, TableKeys>;

/** Of a database that no later migration has changed. */
export async function keysOf(client: Client, tables: readonly string[]): Promise<DatabaseKeys> {
  const keys: DatabaseKeys = {};
  for (const table of tables) {
    const { rows } = await client.query<{ name: string }>(
      `select a.attname as name from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
       where i.indrelid = $1::regclass and i.indisprimary order by a.attnum`,
      [`public.${escapeIdentifier(table)}`],
    );
    const columns = rows.map(({ name }) => name);
    keys[table] = { columns, ...(await sumOf(client, columns, escapeIdentifier(table))) };
  }
  return keys;
}

/** The same rows after this version's migrations, wherever they are stored now. */
export async function keysAfterMigrating(client: Client, before: DatabaseKeys): Promise<DatabaseKeys> {
  const keys: DatabaseKeys = {};
  for (const [table, { columns }] of Object.entries(before)) {
    const moved = moves[table];
    const rows = moved === undefined ? escapeIdentifier(table) : `(${moved}) moved`;
    keys[table] = { columns, ...(await sumOf(client, columns, rows)) };
  }
  return keys;
}

async function sumOf(
  client: Client,
  columns: readonly string[],
  rows: string,
): Promise<{ count: string; sum: string | null }> {
  const key = columns.map(escapeIdentifier).join(', ');
  const { rows: counted } = await client.query<{ count: string; sum: string | null }>(
    `select count(*)::text as count, sum(hashtextextended(row(${key})::text, 0)::numeric)::text as sum from ${rows}`,
  );
  return counted[0] ?? { count: '0', sum: null };
}
