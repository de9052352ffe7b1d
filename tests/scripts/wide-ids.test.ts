import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { POOL_NAME } from '@/server/base/database/db';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { migrationsFolder } from '@/server/base/schema/migration-files';
import { describePlan } from '@/server/base/schema/migration-plan';
import { longIds, narrowTables } from '@/server/base/schema/wide-ids';
import { widenInstallation } from '@/server/base/schema/widen-installation';
import { createEmptyDatabase, type TestDatabase } from '../support/app/database';

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

const rows = (text: string): Promise<Record<string, unknown>[]> =>
  withClient(database.url, async (client) => (await client.query(text)).rows);
const narrow = () => withClient(database.url, narrowTables);
const migrate = (idBits?: 32 | 64) => applyMigrations(database.url, migrationsFolder, undefined, idBits);

it('a new installation has long ids, with sequences that end at the last exact number', async () => {
  await migrate();
  expect(await narrow()).toEqual([]);
  expect(
    await rows(`select sequencename from pg_sequences where schemaname = 'public' and max_value > 9007199254740991
      and sequencename !~ '^(audit_event|sandbox_number)'`),
  ).toEqual([]);
  expect(
    await rows(
      `select data_type::text, max_value::text from pg_sequences where sequencename = 'run_run_id_seq'`,
    ),
  ).toEqual([{ data_type: 'bigint', max_value: '9007199254740991' }]);
});

it('every column with the id of something long has a name that is listed', async () => {
  await migrate();
  const others = await rows(`select a.attrelid::regclass::text as table, a.attname as name
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[array_position(k.conkey, a.attnum)]
    where k.contype = 'f' and f.atttypid = 'int8'::regtype and a.atttypid <> 'int8'::regtype`);
  expect(others).toEqual([]);
  const missing = await rows(`select name from unnest(array['${longIds.join("','")}']) name
    where not exists (select from pg_attribute where attname = name and attnum > 0)`);
  expect(missing).toEqual([]);
});

it('what a later migration adds to a new installation gets long ids, too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const write = async (name: string, text: string) => {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'migration.sql'), text);
  };
  await write('1_a', 'create table run (run_id serial primary key)');
  await applyMigrations(database.url, folder);
  await write('2_b', 'create table later (run_id int references run, run_ids int[], count int)');
  await applyMigrations(database.url, folder);
  expect(
    await rows(`select format_type(atttypid, null) as type from pg_attribute
      where attrelid = 'later'::regclass and attnum > 0 order by attnum`),
  ).toEqual([{ type: 'bigint' }, { type: 'bigint[]' }, { type: 'integer' }]);
});

it('an older installation keeps 32 bits until it is widened, while nobody is connected', async () => {
  await migrate(32);
  await rows(`insert into uncounted_run (org_id, run_id) values ('org-a', 7)`);
  await migrate();
  expect((await narrow()).map(({ table }) => table)).toContain('run');
  expect((await describePlan(database.url)).join('\n')).toMatch(
    /end at 2,147,483,647.*copies \d+ tables.*Plan a minute:/,
  );
  await withClient(`${database.url}?application_name=${encodeURIComponent(POOL_NAME)}`, async (client) => {
    await client.query('select 1');
    await expect(widenInstallation(database.url)).rejects.toThrow('are still connected');
  });
  expect((await narrow()).length).toBeGreaterThan(0);
  expect(await widenInstallation(database.url)).toContain('run');
  expect(await narrow()).toEqual([]);
  expect(await rows('select run_id::text from uncounted_run')).toEqual([{ run_id: '7' }]);
  expect(await describePlan(database.url)).toEqual(['The schema is up to date: nothing will be done.']);
  expect(await widenInstallation(database.url)).toEqual([]);
});
