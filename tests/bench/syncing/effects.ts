import pg from 'pg';
import { z } from 'zod';
import { withClient } from '@/scripts/postgres/connect';
import { callApp, connectSource, SANDBOX } from '../../support/doubles/remote-app';
import { startBenchApp } from '../support/bench-app';
import { measure, printTable } from '../support/measure';

const COMMANDS = 5000;
const JOBS = 2000;
const CHANGES = 1000;
/** As many as `batch-commit` takes at once. */
const MOST_AT_ONCE = 2000;
const TIMES = 5;

const row = z.object({
  cloud_id: z.string(),
  changes: z.array(z.object({ affects: z.array(z.object({ outcome: z.string() })) })),
});
const diff = z.object({ added: z.array(row), modified: z.array(row) });

const routine = (i: number) => `create function shop.clean_${i}(before date, max_rows integer default 1000000)
  returns integer language sql as 'select ${i}'`;
/** The job's value loses its input, or no longer fits, or goes along with a new name. */
const changed = (i: number) =>
  `drop function shop.clean_${i}; create function shop.clean_${i}(before date${
    [', keep_days date', ', max_rows date', ', maxRows integer default 1000000'][i % 3]
  } ${i % 3 === 2 ? '' : "default '2026-01-01'"}) returns integer language sql as 'select ${i}'`;

/** Jobs with a value for the input, spread over the commands. */
const FILL_JOBS = `
  with made as (
    insert into scheduled_job
      (org_id, command_id, owner_user_id, name, cron_expression, cron_timezone, modified_by_user_id)
    select c.org_id, c.command_id, c.created_by_user_id, 'Clean-up ' || c.command_id, '0 3 * * *', 'Etc/UTC',
      c.created_by_user_id
    from command c join template t on t.org_id = c.org_id and t.template_id = c.template_id
    where t.cloud_name like 'shop.clean_%'
    order by substring(t.cloud_name from '_(\\d+)')::int limit $1
    returning org_id, scheduled_job_id, command_id)
  insert into scheduled_job_input (org_id, scheduled_job_id, input_id, value)
  select made.org_id, made.scheduled_job_id, i.input_id, '10' from made
  join command_input i on i.command_id = made.command_id
  join template_input ti on ti.template_input_id = i.template_input_id and ti.key = 'max_rows'`;

/** What reading the same database takes without Pushboard: its routines with their arguments and comments. */
const DIRECT = `select p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), md5(p.prosrc),
    obj_description(p.oid, 'pg_proc')
  from pg_proc p where p.pronamespace = 'shop'::regnamespace`;

/** How long it takes to say what a sync of many changes would break. */
export async function benchEffects(): Promise<void> {
  const all = Array.from({ length: COMMANDS }, (_, i) => i);
  const app = await startBenchApp(`create schema shop; ${all.map(routine).join(';\n')}`);
  const own = new pg.Pool({ connectionString: app.databaseUrl });
  const source = new pg.Pool({ connectionString: app.sourceUrl });
  const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    callApp(app.origin, method, `/${SANDBOX}/${path}`, body);
  try {
    const credsId = await connectSource(app.origin, app.sourceUrl);
    const look = async () => diff.parse(await call('GET', `creds/${credsId}/diff`));
    const { added } = await look();
    for (let at = 0; at < added.length; at += MOST_AT_ONCE) {
      const body = added
        .slice(at, at + MOST_AT_ONCE)
        .map(({ cloud_id }) => ({ cloudId: cloud_id, credsId, commitType: 'addition' }));
      await call('POST', 'batch-commit', body);
    }
    await own.query(FILL_JOBS, [JOBS]);
    await own.query('analyze');
    const unchanged = await measure(TIMES, look);
    await withClient(app.sourceUrl, (client) => client.query(all.slice(0, CHANGES).map(changed).join(';\n')));
    const { modified } = await look();
    const effects = modified.flatMap(({ changes }) => changes.flatMap(({ affects }) => affects));
    const stopped = effects.filter(({ outcome }) => outcome === 'stopped').length;
    console.log(
      `\n${COMMANDS} commands, ${JOBS} jobs: ${modified.length} commands changed, ${stopped} things would stop`,
    );
    printTable('The differences (milliseconds)', {
      'reading the database directly': await measure(TIMES, () => source.query(DIRECT)),
      'diff, nothing changed': unchanged,
      'diff with its effects': await measure(TIMES, look),
      'look, which keeps them': await measure(TIMES, () => call('POST', `creds/${credsId}/looks`)),
    });
  } finally {
    await source.end();
    await own.end();
    await app.stop();
  }
}
