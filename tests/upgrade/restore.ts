import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { migrationsFolder } from '@/server/base/schema/migration-files';
import { advanceSequences } from './advance-sequences';
import type { Release } from './release';

/**
 * Fills an empty database with what a release left: its schema, by exactly its migrations, and its recorded rows,
 * including sealed values.
 */
export async function restoreDatabase(release: Release, databaseUrl: string): Promise<void> {
  await applyMigrationsOf(release, databaseUrl);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    for (const table of release.manifest.tables) await restoreRows(client, release, table);
    for (const [sequence, at] of Object.entries(release.manifest.sequences)) {
      await client.query('select setval($1::regclass, $2)', [sequence, at]);
    }
    await advanceSequences(client);
    for (const { task, payload, key, runAt } of release.manifest.jobs) {
      await client.query(
        `select graphile_worker.add_job($1, $2::json, run_at := $3::timestamptz, max_attempts := 1, job_key := $4)`,
        [task, JSON.stringify(payload), runAt, key],
      );
    }
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** Puts the recorded results where an application with this data folder stores them. */
export async function restoreResults(release: Release, dataDir: string): Promise<void> {
  await cp(join(release.folder, 'results'), join(dataDir, 'results'), { recursive: true });
}

async function applyMigrationsOf({ manifest }: Release, databaseUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-migrations-'));
  try {
    for (const name of manifest.migrations) {
      await cp(join(migrationsFolder, name), join(folder, name), { recursive: true });
    }
    await applyMigrations(databaseUrl, folder, undefined, 32);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The rows are sent to the server as they were written: parsed here, large numbers would lose their last digits. */
async function restoreRows(client: Client, { folder }: Release, table: string): Promise<void> {
  const lines = (await readFile(join(folder, 'rows', `${table}.jsonl`), 'utf8')).trimEnd().split('\n');
  const name = escapeIdentifier(table);
  const columns = await writtenColumns(client, table);
  await client.query(
    `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
    [`[${lines.join(',')}]`],
  );
}

/** The columns of a table that the database doesn't generate. */
async function writtenColumns(client: Client, table: string): Promise<string> {
  const { rows } = await client.query<{ column: string }>(
    `select quote_ident(attname) as column from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [escapeIdentifier(table)],
  );
  return rows.map(({ column }) => column).join(', ');
}
