import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import type { Manifest } from '../release';
import { foreignKeyOrder } from './foreign-key-order';
import type { Workspace } from './workspace';

/** Writes the rows, results, and keys of a workspace to a folder. Nothing may change it meanwhile. */
export async function dumpWorkspace(workspace: Workspace, folder: string): Promise<void> {
  const client = new Client({ connectionString: workspace.databaseUrl });
  await client.connect();
  try {
    await mkdir(join(folder, 'rows'), { recursive: true });
    const tables = await foreignKeyOrder(client);
    const empty: string[] = [];
    for (const table of tables) {
      const { rows } = await client.query<{ line: string }>(
        `select row_to_json(t)::text as line from ${escapeIdentifier(table)} t order by t`,
      );
      await writeFile(join(folder, 'rows', `${table}.jsonl`), rows.map(({ line }) => `${line}\n`).join(''));
      if (rows.length === 0) empty.push(table);
    }
    if (empty.length > 0) throw new Error(`The workspace has no row of ${empty.join(', ')}`);
    const manifest: Manifest = {
      migrations: await migrationsOf(client),
      tables,
      encryptionKeys: workspace.keys,
      sequences: await sequencesOf(client),
      jobs: await jobsOf(client),
    };
    await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  } finally {
    await client.end();
  }
  await cp(join(workspace.dataDir, 'results'), join(folder, 'results'), { recursive: true });
  await cp('tests/upgrade/record/source.sql', join(folder, 'source.sql'));
}

async function migrationsOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations order by migration_name',
  );
  return rows.map(({ name }) => name);
}

async function sequencesOf(client: Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; at: string | null }>(
    `select s.sequencename as name, s.last_value::text as at from pg_sequences s
     where s.schemaname = 'public' and not exists (
       select 1 from pg_depend d where d.objid = s.sequencename::regclass and d.deptype = 'a')`,
  );
  return Object.fromEntries(rows.flatMap(({ name, at }) => (at === null ? [] : [[name, Number(at)]])));
}

async function jobsOf(client: Client): Promise<Manifest['jobs']> {
  const { rows } = await client.query<Manifest['jobs'][number]>(
    `select j.task_identifier as task, p.payload, j.key, j.run_at as "runAt" from graphile_worker.jobs j
     join graphile_worker._private_jobs p using (id) where j.attempts < j.max_attempts order by j.id`,
  );
  return rows;
}
