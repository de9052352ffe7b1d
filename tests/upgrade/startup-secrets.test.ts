import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { createUnmigratedDatabase, type TestDatabase } from '../support/app/database';
import { migrateBefore } from './migrate-before';

let database: TestDatabase;

const inDatabase = (statement: string) =>
  withClient(database.url, async (client) => (await client.query(statement)).rows);

const EARLIER = `
  insert into org (org_id, name) values ('a', 'A');
  insert into "user" (user_id, email, name) values ('ann', 'ann@example.com', 'Ann');
  insert into credential (credential_id, org_id, source_kind, name, settings, created_by_user_id)
    values (1, 'a', 'rest', 'Api', '{}', 'ann');
  insert into template (template_id, org_id, credential_id, source_kind, cloud_id, cloud_name, executable,
      run_on_startup, run_on_startup_values)
    values (1, 'a', 1, 'rest', 'x', 'X', '{}', true, '{"pass": "canary-start", "name": "Ann"}');
  insert into template_input (template_input_id, org_id, template_id, key, position, type, default_ambiguous_input)
    values (1, 'a', 1, 'pass', 0, '{"inputType": "password"}', 'required'),
      (2, 'a', 1, 'name', 1, '{"inputType": "text"}', 'required');
  insert into command (command_id, org_id, template_id, name, created_by_user_id)
    values (1, 'a', 1, 'X', 'ann'), (2, 'a', 1, 'Y', 'ann');
  insert into command_input (input_id, org_id, command_id, template_input_id, position, default_value,
      unsealed_default, default_ambiguous_input)
    values (1, 'a', 1, 1, 0, null, null, 'required'), (2, 'a', 1, 2, 1, null, null, 'required'),
      (3, 'a', 2, 1, 0, '{"is_set": true}', '"of its own"', 'required');`;

beforeAll(async () => {
  database = await createUnmigratedDatabase();
  await migrateBefore('20261126000801_startup_secrets', database.url);
  await inDatabase(EARLIER);
  await applyMigrations(database.url);
});

afterAll(() => database.drop());

it('S65 secrets among startup values become defaults, where there is none yet', async () => {
  expect(await inDatabase('select run_on_startup_values as values from template')).toEqual([
    { values: { name: 'Ann' } },
  ]);
  const inputs =
    'select default_value, unsealed_default, use_default_value from command_input order by input_id';
  expect(await inDatabase(inputs)).toEqual([
    { default_value: { is_set: true }, unsealed_default: 'canary-start', use_default_value: true },
    { default_value: null, unsealed_default: null, use_default_value: false },
    { default_value: { is_set: true }, unsealed_default: 'of its own', use_default_value: false },
  ]);
});
