import { type Client, escapeIdentifier } from 'pg';

/**
 * The columns with an id of what work leaves behind, in every table. They have 64 bits in new installations, and in older
 * ones after `npm start -- migrate --wide`. Prisma's schema declares them as 32 bits, and the code reads both (decision
 * 0580). The ids of what people set up never need so many.
 */
export const longIds: readonly string[] = [
  ...[
    'run_id',
    'parent_run_id',
    'source_run_id',
    'rerun_of',
    'last_run_id',
    'reached_run_id',
    'open_run_id',
    'run_ids',
  ],
  ...[
    'run_group_id',
    'definition_id',
    'approval_id',
    'error_group_id',
    'webhook_delivery_id',
    'job_delivery_id',
  ],
  ...['notification_id', 'mail_id', 'combined_id', 'leftover_id', 'recent_id', 'made_id'],
];

/** The largest integer that is exact in JSON and JavaScript. A sequence that ends here can't give out any other. */
const LARGEST = Number.MAX_SAFE_INTEGER;

/** A table with its columns that have 32 bits still, as `name type`. */
export interface NarrowTable {
  table: string;
  columns: { name: string; type: 'bigint' | 'bigint[]' }[];
}

export async function narrowTables(client: Client): Promise<NarrowTable[]> {
  const { rows } = await client.query<NarrowTable>(
    `select c.relname as table, json_agg(json_build_object('name', a.attname,
       'type', case a.atttypid when 'int4'::regtype then 'bigint' else 'bigint[]' end) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
       and a.attname = any($1::text[]) and a.atttypid in ('int4'::regtype, 'int4[]'::regtype)
     group by c.oid, c.relname order by c.relname`,
    [longIds],
  );
  return rows;
}

/** Whether the ids of runs have 64 bits. */
export async function isWide(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_attribute where attrelid = to_regclass('run') and attname = 'run_id' and atttypid = 'int8'::regtype",
  );
  return rows.length > 0;
}

/**
 * Gives the ids of what work leaves behind 64 bits, in one transaction. Tables with rows are copied with their indexes
 * meanwhile, and nobody else can use them. Returns the names of the tables that changed.
 *
 * @param client as the owner of the tables; no process may serve people or execute runs
 */
export async function widenIds(client: Client): Promise<string[]> {
  const tables = await narrowTables(client);
  await client.query('BEGIN');
  try {
    for (const { table, columns } of tables) {
      const actions = columns.map(({ name, type }) => `alter column ${escapeIdentifier(name)} type ${type}`);
      await client.query(`alter table ${escapeIdentifier(table)} ${actions.join(', ')}`);
    }
    await widenSequences(client);
    await widenClaim(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
  return tables.map(({ table }) => table);
}

async function widenSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string }>(
    `select s.oid::regclass::text as sequence
     from pg_class s
     join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype = 'a'
     join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
     where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace and a.attname = any($1::text[])`,
    [longIds],
  );
  for (const { sequence } of rows)
    await client.query(`alter sequence ${sequence} as bigint maxvalue ${LARGEST}`);
}

/** The function that claims runs for the version before: its type is part of its declaration. */
async function widenClaim(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `select oid::regprocedure::text as name, pg_get_functiondef(oid) as text from pg_proc
     where proname = 'claim_runs' and pronamespace = current_schema()::regnamespace
       and prorettype = 'int4'::regtype`,
  );
  for (const { name, text } of rows) {
    await client.query(`drop function ${name}`);
    await client.query(
      text
        .replace('RETURNS SETOF integer', 'RETURNS SETOF bigint')
        .replace('claimed_id::integer', 'claimed_id'),
    );
  }
}
