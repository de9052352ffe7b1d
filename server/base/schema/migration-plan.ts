import { Client } from 'pg';
import { readSchemaState } from './await-schema';
import { type Effect, effectsOf, type Lock, type Work } from './migration-effects';
import { type Migration, readMigrations } from './migration-files';
import { narrowTables } from './wide-ids';

/** What a table takes on the disk of the database, in bytes, and about how many rows it has. */
export interface TableSize {
  rows: number;
  tableBytes: number;
  indexBytes: number;
}

/** What a migration does to one table, at worst. */
interface TablePlan {
  table: string;
  leaves: Lock;
  works: Work[];
  freeBytes: number;
}

/** A migration that is missing, and what it will do. */
export interface MigrationPlan {
  name: string;
  created: string[];
  tables: TablePlan[];
  /** What must be free on the database's disk while it runs. */
  freeBytes: number;
  unread: string[];
}

const LOCKS: readonly Lock[] = ['everything', 'reading', 'nothing'];

/** How much a statement may add to the disk before the migration has ended. An index is as large as the others on average. */
function spaceFor(work: Work, { tableBytes, indexBytes }: TableSize): number {
  if (work === 'rewrite') return tableBytes + indexBytes;
  // Each row has a new version, in the table and in its indexes.
  if (work === 'rows') return tableBytes + indexBytes;
  return work === 'index' ? Math.max(indexBytes / 2, tableBytes / 4) : 0;
}

/** Plans migrations in their order. A table that one of them creates is empty for those after it. */
export function planMigrations(
  migrations: readonly Pick<Migration, 'name' | 'sql'>[],
  sizes: ReadonlyMap<string, TableSize>,
): MigrationPlan[] {
  return migrations.map(({ name, sql }) => {
    const { created, effects, unread } = effectsOf(sql);
    const known = effects.filter(({ table }) => sizes.has(table));
    const tables = [...new Set(known.map(({ table }) => table))].map((table) =>
      planTable(
        table,
        known.filter((effect) => effect.table === table),
        sizes,
      ),
    );
    const freeBytes = tables.reduce((sum, each) => sum + each.freeBytes, 0);
    return { name, created, tables, freeBytes, unread };
  });
}

function planTable(
  table: string,
  effects: readonly Effect[],
  sizes: ReadonlyMap<string, TableSize>,
): TablePlan {
  const size = sizes.get(table) ?? { rows: 0, tableBytes: 0, indexBytes: 0 };
  const worst = Math.max(...effects.map(({ leaves }) => LOCKS.indexOf(leaves)));
  return {
    table,
    leaves: LOCKS[worst] ?? 'nothing',
    works: [...new Set(effects.map(({ work }) => work).filter((work) => work !== 'none'))],
    freeBytes: effects.reduce((sum, { work }) => sum + spaceFor(work, size), 0),
  };
}

/** Reads how large the tables are, and which have ids of 32 bits. Row counts are Postgres' own estimates. */
async function readTables(url: string): Promise<{ sizes: Map<string, TableSize>; narrow: string[] }> {
  const client = new Client({ connectionString: url, application_name: 'pushboard start' });
  await client.connect();
  try {
    const narrow = (await narrowTables(client)).map(({ table }) => table);
    const { rows } = await client.query<{ name: string; rows: string; table: string; indexes: string }>(
      `select relname as name, greatest(reltuples, 0)::bigint as rows, pg_table_size(oid) as table,
         pg_indexes_size(oid) as indexes
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const sizes = new Map(
      rows.map(({ name, rows: count, table, indexes }) => [
        name,
        { rows: Number(count), tableBytes: Number(table), indexBytes: Number(indexes) },
      ]),
    );
    return { sizes, narrow };
  } finally {
    await client.end();
  }
}

const inWords: Readonly<Record<Work, string>> = {
  none: '',
  scan: 'its rows are read',
  index: 'an index is made',
  rows: 'rows are written',
  rewrite: 'it is copied with its indexes',
};

const others: Readonly<Record<Lock, string>> = {
  everything: 'others go on',
  reading: 'others can read it, and writes wait',
  nothing: 'others wait',
};

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

/**
 * Says what the migrations that a database misses will do to it, and changes nothing. Returns lines.
 *
 * @param url a direct address, as a role that may read the tables' sizes
 */
export async function describePlan(url: string): Promise<string[]> {
  const migrations = readMigrations();
  const { missing } = await readSchemaState(url, migrations);
  const { sizes, narrow } = await readTables(url);
  const wide = widening(narrow, sizes);
  if (missing.length === 0) return ['The schema is up to date: nothing will be done.', ...wide];
  const pending = new Set(missing);
  const plans = planMigrations(
    migrations.filter(({ name }) => pending.has(name)),
    sizes,
  );
  const freeBytes = Math.max(...plans.map((plan) => plan.freeBytes));
  return [
    `${missing.length} migrations are missing. Each is one transaction, which keeps its locks to its end:`,
    ...plans.flatMap((plan) => linesOf(plan, sizes)),
    freeBytes === 0
      ? 'No table grows. Nothing was changed.'
      : `Have ${megabytes(freeBytes)} free on the database's disk. Nothing was changed.`,
    ...wide,
  ];
}

/** Twice what was measured (decision 0579), since disks differ. */
const pauseFor = (rows: number): string => {
  const minutes = Math.max(1, Math.ceil(rows / 1_000_000));
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
};

/** What `migrate --wide` would do, in one transaction; nothing where the ids have 64 bits. */
function widening(narrow: readonly string[], sizes: ReadonlyMap<string, TableSize>): string[] {
  if (narrow.length === 0) return [];
  const copied = narrow.flatMap((table) => sizes.get(table) ?? []);
  const bytes = copied.reduce((sum, size) => sum + spaceFor('rewrite', size), 0);
  const rows = copied.reduce((sum, size) => sum + size.rows, 0);
  return [
    `Ids of runs have 32 bits here: they end at 2,147,483,647. \`npm start -- migrate --wide\` gives them 64 while Pushboard is stopped. It copies ${narrow.length} tables (about ${rows} rows), and takes up to ${megabytes(bytes)} more on the database's disk meanwhile. Plan ${pauseFor(rows)}: a million rows took half a minute on a busy machine of two cores.`,
  ];
}

function linesOf({ name, created, tables, unread }: MigrationPlan, sizes: ReadonlyMap<string, TableSize>) {
  const lines = tables.map(({ table, leaves, works, freeBytes }) => {
    const { rows = 0, tableBytes = 0 } = sizes.get(table) ?? {};
    const size = `${table} (about ${rows} rows, ${megabytes(tableBytes)})`;
    const work = works.length === 0 ? 'takes a moment' : works.map((each) => inWords[each]).join(', ');
    const space = freeBytes === 0 ? '' : `; up to ${megabytes(freeBytes)} more`;
    return `  ${size}: ${work}; ${others[leaves]}${space}`;
  });
  const made = created.length === 0 ? [] : [`  creates ${created.join(', ')}`];
  const rest = unread.map((statement) => `  read this yourself: ${statement.slice(0, 100)}`);
  const all = [...made, ...lines, ...rest];
  return [name, ...(all.length === 0 ? ['  touches no table that others use'] : all)];
}
