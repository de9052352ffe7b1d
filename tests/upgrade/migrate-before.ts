import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { migrationsFolder } from '@/server/base/schema/migration-files';

/** Brings an empty database to the schema that the named migration finds. */
export async function migrateBefore(migration: string, databaseUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-migrations-'));
  try {
    for (const name of await readdir(migrationsFolder)) {
      if (name < migration) await cp(join(migrationsFolder, name), join(folder, name), { recursive: true });
    }
    await applyMigrations(databaseUrl, folder, undefined, 32);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
