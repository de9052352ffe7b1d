import type { Client } from 'pg';

/** Returns the tables of a database, referenced tables first. Throws if the references form a circle. */
export async function foreignKeyOrder(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string; pointsAt: string[] }>(
    `select c.relname as name, array(
       select distinct f.confrelid::regclass::text from pg_constraint f
       where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "pointsAt"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relname <> '_prisma_migrations'
     order by c.relname`,
  );
  const unquoted = (name: string) => name.replaceAll('"', '');
  const ordered: string[] = [];
  let left = tables;
  while (left.length > 0) {
    const free = left.filter(({ pointsAt }) => pointsAt.every((name) => ordered.includes(unquoted(name))));
    if (free.length === 0) throw new Error('The tables point at each other in a circle');
    ordered.push(...free.map(({ name }) => name));
    left = left.filter(({ name }) => !ordered.includes(name));
  }
  return ordered;
}
