import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import statement from 'sql-template-tag';
import { log } from '@/server/log';
import { processWide } from '@/server/process-wide';
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

/** A look at most this old is answered again, so that probes cost the database one look a second, however many there are. */
const FRESH_MS = 1000;

/** What the last look found; a look that is under way is waited for. */
export function recentReadiness(): Promise<Readiness> {
  const last = processWide('readiness', (): { looked: Promise<Readiness> | null } => ({ looked: null }));
  last.looked ??= readReadiness().finally(() => {
    setTimeout(() => {
      last.looked = null;
    }, FRESH_MS).unref();
  });
  return last.looked;
}

/** Looks at everything that a run needs. Never throws: what cannot be looked at is not ready. */
export async function readReadiness(): Promise<Readiness> {
  const database = await check('database', async () => (await query({}, statement`select`)).length === 1);
  if (!database) return { database, migrations: false, worker: false };
  return {
    database,
    migrations: await check('migrations', areMigrationsApplied),
    worker: await check('worker', isAnyWorkerAlive),
  };
}
