import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import statement from 'sql-template-tag';
import { log } from '@/server/log';
import { isAnyWorkerAlive } from '@/server/runs/workers';
import { column, query } from '@/server/statements';

/** What must work before runs can be accepted; true for each part that does. */
export interface Readiness {
  database: boolean;
  migrations: boolean;
  worker: boolean;
}

async function check(name: keyof Readiness, look: () => Promise<boolean>): Promise<boolean> {
  try {
    return await look();
  } catch (error) {
    log().warn({ err: error }, `Not ready: ${name}`);
    return false;
  }
}

/** Returns whether every migration of this version was applied. */
async function areMigrationsApplied(): Promise<boolean> {
  const entries = await readdir(join(process.cwd(), 'prisma', 'migrations'), { withFileTypes: true });
  const known = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const rows = await query(
    { migration_name: column.text },
    statement`select migration_name from _prisma_migrations where finished_at is not null`,
  );
  const applied = new Set(rows.map((row) => row.migration_name));
  return known.every((name) => applied.has(name));
}

/** Checks everything that a run needs. Never throws: a check that fails counts as not ready. */
export async function readReadiness(): Promise<Readiness> {
  const database = await check('database', async () => (await query({}, statement`select`)).length === 1);
  if (!database) return { database, migrations: false, worker: false };
  return {
    database,
    migrations: await check('migrations', areMigrationsApplied),
    worker: await check('worker', isAnyWorkerAlive),
  };
}
