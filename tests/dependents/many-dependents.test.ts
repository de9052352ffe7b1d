import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { sql } from '@/server/base/database/db';
import { syncedCommands } from '../sources/sync-support';
import { withApp } from '../support/app/app';
import { withSource } from '../support/app/source';
import { repeats } from '../support/setup/reach';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();
const source = withSource('create schema shop', createOrganizations);
const { look, commitRows } = syncedCommands(source);

const COMMANDS = repeats(1_000);
const LIMIT = ', max_rows int default 1000000';

/** Creates or replaces the routines from one number up to another. */
const routines = (from: number, to: number, args: string) =>
  source.query(
    Array.from({ length: to - from }, (_, i) => from + i)
      .map(
        (i) => `drop function if exists shop.r_${i};
        create function shop.r_${i}(a int${args}) returns int language sql as 'select ${i}'`,
      )
      .join(';'),
  );

/** How many statements a diff takes at our own database, and how much it finds. */
async function diffOf(): Promise<{ statements: number; changed: number; stopped: number }> {
  const [own] = await sql.query<{ name: string }>('select current_database() as name');
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const { modified } = await look();
  const statements = query.mock.contexts.filter(
    (client) => (client as pg.Client).database === own?.name,
  ).length;
  query.mockRestore();
  const affects = modified.flatMap(({ changes }) => changes.flatMap((change) => change.affects));
  return {
    statements,
    changed: modified.length,
    stopped: affects.filter(({ kind }) => kind === 'job').length,
  };
}

it('a diff with its effects takes as many statements for many changes and jobs as for one', async () => {
  await routines(0, COMMANDS, LIMIT);
  await commitRows((await look()).added, 'addition');
  await sql.query(
    `with job as (
      insert into scheduled_job (org_id, command_id, owner_user_id, modified_by_user_id, name, cron_expression, cron_timezone)
      select org_id, command_id, $2, $2, 'Job', '0 3 * * *', 'Etc/UTC' from command cross join generate_series(1, 2)
      where org_id = $1 returning org_id, scheduled_job_id, command_id
    )
    insert into scheduled_job_input (org_id, scheduled_job_id, input_id, value)
    select job.org_id, scheduled_job_id, input_id, '10' from job
    join command_input i on i.command_id = job.command_id
    join template_input t on t.template_input_id = i.template_input_id where t.key = 'max_rows'`,
    [ORG_A, people.orgAdmin],
  );
  await routines(0, 1, '');
  const one = await diffOf();
  expect(one).toMatchObject({ changed: 1, stopped: 2 });
  await routines(0, COMMANDS / 2, '');
  expect(await diffOf()).toEqual({ statements: one.statements, changed: COMMANDS / 2, stopped: COMMANDS });
});
