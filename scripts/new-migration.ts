import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { migrationsFolder } from '@/server/base/schema/migration-files';
import { forTests, startPostgres } from './postgres/postgres-server';
import { schemaDifference } from './schema/schema-difference';

// Writes the migration that takes the database from the last migration to the current prisma/schema.

const name = process.argv[2];
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error(
    'Name the migration in lowercase words with _ between, for example: npm run migration:new -- add_tags',
  );
  process.exit(1);
}

const scratch = await mkdtemp(join(tmpdir(), 'pushboard-migration-'));
await chmod(scratch, 0o755);
const server = await startPostgres(join(scratch, 'postgres'), forTests);
try {
  await applyMigrations(server.superuserUrl(), migrationsFolder, undefined, 32);
  const sql = await schemaDifference(server.superuserUrl());
  if (sql === '') {
    console.log('The migrations already match prisma/schema.');
  } else {
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    const folder = join(migrationsFolder, `${stamp}_${name}`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'migration.sql'), `${sql}\n`);
    console.log(`Wrote ${join(folder, 'migration.sql')}. Read it before you commit it.`);
  }
} finally {
  await server.stop();
  await rm(scratch, { recursive: true, force: true });
}
