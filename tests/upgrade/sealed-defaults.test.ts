import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Input } from '@/lib/inputs/input';
import { withClient } from '@/scripts/postgres/connect';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { sealSomeDefaults, withOpenDefaults } from '@/server/commands/settings/sealed-default';
import { type ConfiguredApp, configureApp } from '../support/app/app';
import { createUnmigratedDatabase, type TestDatabase } from '../support/app/database';
import { migrateBefore } from './migrate-before';

const MIGRATION = '20261126000301_sealed_defaults';
const CANARY = 'canary-of-an-old-default-65';

let database: TestDatabase;
let app: ConfiguredApp;

const inDatabase = (statement: string) =>
  withClient(database.url, async (client) => (await client.query(statement)).rows);

/** A command of an earlier release whose password has a default, and the audit rows that tell of it. */
const EARLIER = `
  insert into org (org_id, name) values ('a', 'A');
  insert into "user" (user_id, email, name) values ('ann', 'ann@example.com', 'Ann');
  insert into credential (credential_id, org_id, source_kind, name, settings, created_by_user_id)
    values (1, 'a', 'rest', 'Api', '{}', 'ann');
  insert into template (template_id, org_id, credential_id, source_kind, cloud_id, cloud_name, executable)
    values (1, 'a', 1, 'rest', 'x', 'X', '{}');
  insert into template_input (template_input_id, org_id, template_id, key, position, type, default_value, default_ambiguous_input)
    values (1, 'a', 1, 'pass', 0, '{"inputType": "password"}', '"${CANARY}"', 'required'),
      (2, 'a', 1, 'name', 1, '{"inputType": "text"}', '"plain"', 'required');
  insert into command (command_id, org_id, template_id, name, created_by_user_id) values (1, 'a', 1, 'X', 'ann');
  insert into command_input (input_id, org_id, command_id, template_input_id, position, use_default_value, default_value, default_ambiguous_input)
    values (1, 'a', 1, 1, 0, true, '"${CANARY}"', 'required'), (2, 'a', 1, 2, 1, true, '"plain"', 'required');
  insert into audit_event (org_id, action, subject_type, subject_id, before, after) values
    ('a', 'input.update', 'command', '1', '{"input_id": 1, "default_value": null}', '{"input_id": 1, "default_value": "${CANARY}"}'),
    ('a', 'input.update', 'command', '1', '{"input_id": 2, "default_value": "old"}', '{"input_id": 2, "default_value": "plain"}'),
    ('a', 'input.update', 'command', '1', '{"input_id": 9, "default_value": "${CANARY}"}', '{"input_id": 9, "default_value": null}'),
    ('a', 'template.sync', 'template', '1', '{"version": 1}', '{"version": 2, "changes": [
      {"key": "name", "change": "default", "before": null, "after": "plain"},
      {"key": "pass", "change": "default", "before": null, "after": "${CANARY}"},
      {"key": "pass", "change": "added", "before": null, "after": {"type_id": "string:password", "default": "${CANARY}"}}]}');
  insert into static_command_source (static_command_source_id, org_id, credential_id, kind, title, server)
    values (1, 'a', 1, 'openapi', 'T', '');
  insert into static_command (org_id, static_command_source_id, cloud_id, position, cloud_name, friendly_name, traits, inputs, executable)
    values ('a', 1, 'x', 0, 'X', 'X', '{}', '[{"key": "pass", "type": {"inputType": "password"}, "defaultValue": "${CANARY}"},
      {"key": "name", "type": {"inputType": "text"}, "defaultValue": "plain"}]', '{}');`;

beforeAll(async () => {
  database = await createUnmigratedDatabase();
  await migrateBefore(MIGRATION, database.url);
  await inDatabase(EARLIER);
  await applyMigrations(database.url);
  app = await configureApp(database.url);
});

afterAll(async () => {
  await app.stop();
  await database.drop();
});

const password = { key: 'pass', inputId: 1, defaultValue: { is_set: true }, type: { inputType: 'password' } };
const openDefault = async () =>
  (await withOpenDefaults('a', 1, [password as unknown as Input]))[0]?.defaultValue;

it('S65 what reads settings never sees a default of an earlier release, sealed already or not', async () => {
  expect(
    await inDatabase('select default_value, default_value_source from command_input order by input_id'),
  ).toEqual([
    { default_value: { is_set: true }, default_value_source: 'user' },
    { default_value: 'plain', default_value_source: 'sync' },
  ]);
  expect(await openDefault()).toBe(CANARY);
  expect(await inDatabase('select default_value from template_input order by key')).toEqual([
    { default_value: 'plain' },
    { default_value: null },
  ]);
  const [{ inputs }] = await inDatabase('select inputs from static_command');
  expect(inputs).toMatchObject([{ defaultValue: null }, { defaultValue: 'plain' }]);
});

it('S65 workers seal them, and runs still have them', async () => {
  expect(await sealSomeDefaults()).toBe(1);
  expect(await sealSomeDefaults()).toBe(0);
  const rows = await inDatabase(
    'select sealed_default is not null as sealed, unsealed_default from command_input',
  );
  expect(rows).toContainEqual({ sealed: true, unsealed_default: null });
  expect(await openDefault()).toBe(CANARY);
  expect(JSON.stringify(await inDatabase('select t::text from command_input t'))).not.toContain(CANARY);
});

it('S55 S65 old audit rows are redacted once, and the log is append-only again', async () => {
  const events = await inDatabase('select before, after from audit_event order by audit_event_id');
  expect(JSON.stringify(events)).not.toContain(CANARY);
  expect(events.map(({ after }) => after)).toMatchObject([
    { default_value: { is_set: true } },
    { default_value: 'plain' },
    { default_value: null },
    {
      changes: [
        { key: 'name', after: 'plain' },
        { key: 'pass', after: { is_set: true } },
        { key: 'pass', change: 'added', after: { type_id: 'string:password', default: { is_set: true } } },
      ],
    },
  ]);
  await expect(inDatabase(`update audit_event set action = 'x'`)).rejects.toThrow('append-only');
});
