import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { createUnmigratedDatabase, type TestDatabase } from '../support/app/database';
import { migrateBefore } from './migrate-before';

const MIGRATION = '20261224000000_emptied_defaults';

let database: TestDatabase;
const inDatabase = (statement: string) =>
  withClient(database.url, async (client) => (await client.query(statement)).rows);

const text = '{"inputType": "text", "options": null}';
const choice = '{"inputType": "text", "options": ["", "a"]}';

/** A command with an input of each kind, and a job, an auto-run, and a webhook of it that have a value for the first. */
const EARLIER = `
  insert into org (org_id, name) values ('a', 'A');
  insert into "user" (user_id, email, name) values ('ann', 'ann@example.com', 'Ann');
  insert into credential (credential_id, org_id, source_kind, name, settings, created_by_user_id)
    values (1, 'a', 'rest', 'Api', '{}', 'ann');
  insert into template (template_id, org_id, credential_id, source_kind, cloud_id, cloud_name, executable)
    values (1, 'a', 1, 'rest', 'x', 'X', '{}');
  insert into command (command_id, org_id, template_id, name, created_by_user_id) values (1, 'a', 1, 'X', 'ann');
  insert into template_input (template_input_id, org_id, template_id, key, position, type, default_ambiguous_input)
    select n, 'a', 1, 'k' || n, n, case n when 7 then '${choice}' else '${text}' end::jsonb, 'omit'
    from generate_series(1, 7) n;
  insert into command_input (input_id, org_id, command_id, template_input_id, position, use_default_value,
      default_value, default_ambiguous_input, hidden)
    select n, 'a', 1, n, n, n <> 3, case n when 4 then null when 5 then '{"is_set": true}' else '"x"' end::jsonb,
      case n when 6 then 'required' else 'omit' end, false
    from generate_series(1, 7) n;
  insert into scheduled_job (scheduled_job_id, org_id, command_id, owner_user_id, modified_by_user_id, name,
      cron_expression, cron_timezone)
    values (1, 'a', 1, 'ann', 'ann', 'Nightly', '0 3 * * *', 'Etc/UTC');
  insert into scheduled_job_input (org_id, scheduled_job_id, input_id, value) values ('a', 1, 1, '"own"');
  insert into scheduled_auto_run (scheduled_auto_run_id, org_id, scheduled_job_id, kind, name, target_command_id)
    values (1, 'a', 1, 'error', 'Next', 1);
  insert into webhook (webhook_id, org_id, command_id, owner_user_id, modified_by_user_id, name, public_id, sealed_secret)
    values (1, 'a', 1, 'ann', 'ann', 'Orders', 'p', '');
  insert into webhook_input (org_id, webhook_id, input_id, path) values ('a', 1, 1, 'order.id');`;

beforeAll(async () => {
  database = await createUnmigratedDatabase();
  await migrateBefore(MIGRATION, database.url);
  await inDatabase(EARLIER);
  await applyMigrations(database.url);
});
afterAll(() => database.drop());

it('what was saved before forms filled in for programs goes on as it was: optional inputs stay without a value', async () => {
  const emptied = { input_id: 2, value: '""' };
  const saved = (table: string) => inDatabase(`select input_id, value from ${table} order by input_id`);
  expect(await saved('scheduled_job_input')).toEqual([{ input_id: 1, value: '"own"' }, emptied]);
  expect(await saved('scheduled_auto_run_input')).toEqual([{ input_id: 1, value: '""' }, emptied]);
  expect(await saved('webhook_input')).toEqual([{ input_id: 1, value: null }, emptied]);
});
