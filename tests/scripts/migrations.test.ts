import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { createEmptyDatabase, type TestDatabase } from '../support/app/database';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushboard-migrations-'));
  await withClient(database.url, (client) =>
    client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'),
  );
  return () => rm(folder, { recursive: true, force: true });
});

async function write(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'migration.sql'), sql);
}

async function rows(sql: string): Promise<unknown[]> {
  return withClient(database.url, async (client) => (await client.query(sql)).rows);
}

const applied = () =>
  rows('SELECT migration_name, applied_steps_count FROM _prisma_migrations ORDER BY started_at');

test('migrations are applied in order, once, and recorded as Prisma records them', async () => {
  await write('1_a', 'CREATE TABLE a (id int); CREATE TABLE b (id int);');
  await write('2_b', 'ALTER TABLE a ADD COLUMN n int;');
  expect(await applyMigrations(database.url, folder)).toEqual(['1_a', '2_b']);
  expect(await applyMigrations(database.url, folder)).toEqual([]);
  expect(await applied()).toEqual([
    { migration_name: '1_a', applied_steps_count: 1 },
    { migration_name: '2_b', applied_steps_count: 1 },
  ]);
  const [checked] = await rows(
    `SELECT length(checksum) AS length, finished_at IS NOT NULL AS finished FROM _prisma_migrations`,
  );
  expect(checked).toEqual({ length: 64, finished: true });
});

test('a table that was rewritten is vacuumed, so that its indexes answer without reading its rows', async () => {
  const vacuums = () => rows(`SELECT vacuum_count::int FROM pg_stat_user_tables WHERE relname = 'a'`);
  await write('1_a', 'CREATE TABLE a (id int);');
  await applyMigrations(database.url, folder);
  expect(await vacuums()).toEqual([{ vacuum_count: 0 }]);
  await rows('INSERT INTO a SELECT generate_series(1, 1000)');
  await write('2_b', 'ALTER TABLE a ADD COLUMN twice int GENERATED ALWAYS AS (id * 2) STORED;');
  await applyMigrations(database.url, folder);
  await applyMigrations(database.url, folder);
  expect(await vacuums()).toEqual([{ vacuum_count: 1 }]);
});

test("the queue's own tables are there afterward", async () => {
  await applyMigrations(database.url, folder);
  expect(await rows(`SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AS there`)).toEqual([
    { there: true },
  ]);
});

test('five processes that migrate at once apply each migration once', async () => {
  await write('1_a', `CREATE TABLE t_${randomBytes(3).toString('hex')} (id int); SELECT pg_sleep(0.05);`);
  const answers = await Promise.all(Array.from({ length: 5 }, () => applyMigrations(database.url, folder)));
  expect(answers.flat()).toEqual(['1_a']);
});

test('a migration that fails changes nothing, and is named', async () => {
  await write('1_bad', 'CREATE TABLE half (id int); SELECT 1/0;');
  await expect(applyMigrations(database.url, folder)).rejects.toThrow(
    '1_bad failed, and changed nothing: division by zero',
  );
  expect(await rows(`SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
  expect(await applied()).toEqual([]);
});

test('an applied migration whose text was changed is rejected', async () => {
  await write('1_a', 'SELECT 1;');
  await applyMigrations(database.url, folder);
  await write('1_a', 'SELECT 2;');
  await write('2_b', 'CREATE TABLE never (id int);');
  await expect(applyMigrations(database.url, folder)).rejects.toThrow(
    '1_a was changed after it had been applied',
  );
  expect(await rows(`SELECT to_regclass('never') AS never`)).toEqual([{ never: null }]);
});

test('a database that a newer version has migrated is rejected', async () => {
  await write('9_newer', 'SELECT 1;');
  await applyMigrations(database.url, folder);
  await rm(join(folder, '9_newer'), { recursive: true });
  await expect(applyMigrations(database.url, folder)).rejects.toThrow(
    '9_newer, which this version does not know',
  );
});

test('a role that may not create tables is named, with what to do', async () => {
  const role = `reader_${randomBytes(4).toString('hex')}`;
  await rows(`CREATE ROLE ${role} LOGIN PASSWORD 'reader'`);
  try {
    const url = new URL(database.url);
    url.username = role;
    url.password = 'reader';
    await expect(applyMigrations(url.href, folder)).rejects.toThrow(
      new RegExp(`^The role ${role} may not create tables in the database .* DATABASE_OWNER_URL`),
    );
  } finally {
    await rows(`DROP ROLE ${role}`);
  }
});

test('a database that can’t be opened is named by its variable, with the reason', async () => {
  const url = new URL(database.url);
  url.pathname = '/not_there';
  await expect(applyMigrations(url.href, folder)).rejects.toThrow(
    `The database in DATABASE_URL can't be opened: database "not_there" does not exist`,
  );
});
