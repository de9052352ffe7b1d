import { expect, test } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { schemaDifference } from '@/scripts/schema/schema-difference';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { migrationsFolder } from '@/server/base/schema/migration-files';
import { createAppDatabase, createEmptyDatabase } from '../../support/app/database';

test('the migrations create exactly prisma/schema', async () => {
  const database = await createEmptyDatabase();
  await applyMigrations(database.url, migrationsFolder, undefined, 32);
  expect(await schemaDifference(database.url)).toBe('');
  await database.drop();
});

test('a column without a migration is noticed', async () => {
  const database = await createAppDatabase();
  await withClient(database.ownerUrl, (client) =>
    client.query('ALTER TABLE audit_event ADD COLUMN stray text'),
  );
  expect(await schemaDifference(database.url)).toContain('"stray"');
  await database.drop();
});
