import pg from 'pg';
import { z } from 'zod';
import {
  ADMIN,
  callApp,
  commitRoutine,
  connectSource,
  type RemoteCommand,
  SANDBOX,
} from '../support/doubles/remote-app';
import { type BenchApp, startBenchApp } from './support/bench-app';
import { measure, printTable } from './support/measure';

const QUEUED = 10_000;
const CLICKS = 100;

const SOURCE = `
  create function click() returns integer language sql as 'select 1';
  create function row_of_many() returns integer language sql as 'select 1 from pg_sleep(0.5)';`;

/** How long a click waits while ten thousand rows of someone else are in line. */
export async function benchLine(): Promise<void> {
  const app = await startBenchApp(SOURCE);
  const own = new pg.Client({ connectionString: app.databaseUrl });
  await own.connect();
  try {
    const { origin } = app;
    const busy = await connectSource(origin, app.sourceUrl);
    const idle = await connectSource(origin, `${app.sourceUrl}?application_name=other`);
    const many = await commitRoutine(origin, busy, 'public.row_of_many()');
    const same = await commitRoutine(origin, busy, 'public.click()');
    const other = await commitRoutine(origin, idle, 'public.click()');
    const quiet = await measure(CLICKS, () => click(app, other));
    await queueMany(own, app, many);
    const onSame = await measure(CLICKS, () => click(app, same));
    const onOther = await measure(CLICKS, () => click(app, other));
    const { rows } = await own.query<{ waiting: number }>(
      `select count(*)::int as waiting from open_run where state = 'waiting'`,
    );
    printTable(`A click, with ${QUEUED} rows of the lowest class in line (milliseconds)`, {
      'nothing in line': quiet,
      'on another connection': onOther,
      'on the same connection': onSame,
    });
    console.log(`Still in line at the end: ${rows[0]?.waiting}`);
  } finally {
    await own.end();
    await app.stop();
  }
}

async function click({ origin }: BenchApp, { kitId, olId }: RemoteCommand): Promise<void> {
  const body = { kitId, olId, params: {} };
  z.object({ status: z.literal('success') }).parse(
    await callApp(origin, 'POST', `/${SANDBOX}/run-sync`, body),
  );
}

/** In one statement, as a bulk run will do it. */
async function queueMany(
  own: pg.Client,
  { origin }: BenchApp,
  { kitId, olId }: RemoteCommand,
): Promise<void> {
  await click({ origin } as BenchApp, { kitId, olId });
  await own.query(
    `with model as (
       select r.*, t.credential_id, t.source_kind from run r
       join template t on t.org_id = r.org_id and t.template_id = r.template_id
       where r.command_id = $1 order by r.run_id desc limit 1
     ), started as (
       insert into run (org_id, command_id, template_id, started_by_user_id, trigger, queued_at, params, definition_id)
       select org_id, command_id, template_id, $2, 'bulk', now(), params, definition_id
       from model, generate_series(1, $3::int)
       returning org_id, run_id, command_id, started_by_user_id
     )
     insert into open_run (org_id, run_id, command_id, credential_id, user_id, source_kind, class, turn)
     select s.org_id, s.run_id, s.command_id, m.credential_id, s.started_by_user_id, m.source_kind, 4,
       row_number() over (order by s.run_id)
     from started s, model m`,
    [kitId, ADMIN, QUEUED],
  );
}
