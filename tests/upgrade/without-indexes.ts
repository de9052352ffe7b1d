import { type Client, escapeIdentifier } from 'pg';

/**
 * Runs work that fills tables, and recreates their indexes afterward, which is much faster. Indexes of constraints
 * stay.
 */
export async function withoutIndexes(
  client: Client,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     where t.relnamespace = 'public'::regnamespace and t.relname = any($1) and not i.indisunique
     order by c.relname`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`drop index ${escapeIdentifier(name)}`);
  await work();
  await client.query(`set maintenance_work_mem = '256MB'`);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('reset maintenance_work_mem');
}
