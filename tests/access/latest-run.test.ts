import statement from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { commandAccess } from '@/server/access/scope';
import { anyone } from '@/server/access/viewer';
import { sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { summarySql } from '@/server/commands/command/summary';
import { asOwner, withApp } from '../support/app/app';
import { createGrantedCommands, createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();

beforeAll(async () => {
  await createOrganizations();
  const { command } = await createGrantedCommands();
  await sql.query(
    `insert into run (org_id, command_id, template_id, started_by_user_id, status, created_at, queued_at)
     select org_id, command_id, template_id, $2, 'success', at, at from command,
       generate_series(timestamptz '2026-01-01', timestamptz '2026-01-11', interval '1 minute') at
     where command_id = $1`,
    [command.commandId, people.runner],
  );
  // Walking the organization's runs takes longest for a command that never ran.
  await asOwner('analyze run');
});

it('the latest run of each command is found without reading the runs of others', async () => {
  const plan = await query(
    { 'QUERY PLAN': column.text },
    statement`explain ${summarySql(commandAccess(anyone(statement`${people.orgAdmin}`)))} where c.org_id = ${ORG_A}`,
  );
  const scans = plan.map((line) => line['QUERY PLAN']).filter((line) => line.includes(' on run r'));
  expect(scans).toEqual([expect.stringContaining('using run_of_command')]);
});
