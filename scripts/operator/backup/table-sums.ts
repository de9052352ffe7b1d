import { type Client, escapeIdentifier } from 'pg';
import { counted } from '@/lib/base/text/counted';
import type { TableSums } from './manifest';

/** The schemas of a database of Pushboard: its own tables, and those of the queue. */
const SCHEMAS = ['public', 'graphile_worker'];

/** How values are written as text, whatever the server's settings. */
const SAME_TEXT = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'iso_8601';
  set local extra_float_digits = 1; set local bytea_output = 'hex'`;

/** Counts and sums the rows of every table. Call it within a transaction, so that all are of one moment. */
export async function sumTables(client: Client): Promise<TableSums> {
  await client.query(SAME_TEXT);
  const { rows: tables } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) order by 1, 2`,
    [SCHEMAS],
  );
  const sums: TableSums = {};
  for (const { schema, name } of tables) {
    const { rows } = await client.query<{ rows: string; hash: string }>(
      `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as hash
       from ${escapeIdentifier(schema)}.${escapeIdentifier(name)} t`,
    );
    sums[`${schema}.${name}`] = { rows: rows[0]?.rows ?? '', hash: rows[0]?.hash ?? '' };
  }
  return sums;
}

/** What differs between a backup and what was restored from it, in words. */
export function differences(expected: TableSums, found: TableSums): string[] {
  const missing = Object.keys(expected).filter((name) => found[name] === undefined);
  const changed = Object.entries(expected).flatMap(([name, { rows, hash }]) => {
    const other = found[name];
    if (other === undefined || (other.rows === rows && other.hash === hash)) return [];
    return other.rows === rows
      ? [`${name} has other rows than the backup, although as many (${rows}).`]
      : [`${name} has ${counted(Number(other.rows), 'row')} instead of ${rows}.`];
  });
  return [...missing.map((name) => `${name} is missing.`), ...changed];
}
