import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { callApp, commitRoutine, connectSource, SANDBOX } from '../support/doubles/remote-app';
import { startBenchApp } from './support/bench-app';
import { measure, printTable } from './support/measure';

const JOBS = 10_000;
const CLICKS = 40;
const LOOK_EVERY_MS = 250;
const SOURCE = `create function add(a integer, b integer) returns bigint language sql immutable as 'select a::bigint + b'`;

/** How soon jobs that are all due in one minute are claimed and run, and what a click and the page of jobs take meanwhile. */
export async function benchSchedules(): Promise<void> {
  const app = await startBenchApp(SOURCE);
  const own = new pg.Pool({ connectionString: app.databaseUrl });
  try {
    const { origin } = app;
    const command = await commitRoutine(
      origin,
      await connectSource(origin, app.sourceUrl),
      'public.add(integer, integer)',
    );
    const path = `/${SANDBOX}/kits/${command.kitId}/cron-jobs`;
    const first = { name: 'Job', cronExpression: '0 3 1 1 *', runrams: { a: 1, b: 2 } };
    await callApp(origin, 'POST', path, first);
    await own.query(
      `with made as (
         insert into scheduled_job (org_id, command_id, owner_user_id, name, cron_expression, cron_timezone, modified_by_user_id)
         select org_id, command_id, owner_user_id, name || ' ' || n, cron_expression, cron_timezone, modified_by_user_id
         from scheduled_job, generate_series(2, $1) n returning org_id, scheduled_job_id)
       insert into scheduled_job_input (org_id, scheduled_job_id, input_id, value)
       select made.org_id, made.scheduled_job_id, input_id, value from made, scheduled_job_input`,
      [JOBS],
    );
    const click = () =>
      callApp(origin, 'POST', `/${SANDBOX}/run-sync`, { ...command, params: { a: 20, b: 22 } });
    const list = () => callApp(origin, 'GET', `/${SANDBOX}/cron-jobs`, undefined);
    const quiet = { click: await measure(CLICKS, click), list: await measure(CLICKS, list) };
    await own.query(
      `update scheduled_job set next_run_at = date_trunc('second', now()) + interval '2 seconds'`,
    );
    await sleep(2000);
    const meanwhile = { click: await measure(CLICKS, click), list: await measure(CLICKS, list) };
    const ended = async () =>
      (await own.query("select count(*)::int from run where trigger = 'schedule' and ended_at is not null"))
        .rows[0]?.count ?? 0;
    while ((await ended()) < JOBS) await sleep(LOOK_EVERY_MS);
    const { rows } = await own.query<{ claimed: number; opened: number; ended: number }>(
      `select extract(epoch from max(f.claimed_at - f.slot_at))::float as claimed,
         extract(epoch from max(r.created_at - f.slot_at))::float as opened,
         extract(epoch from max(r.ended_at - f.slot_at))::float as ended
       from scheduled_firing f join run r using (run_id)`,
    );
    const [took] = rows;
    console.log(`\n${JOBS} jobs due at once: all claimed after ${took?.claimed.toFixed(1)} s,`);
    console.log(`  in line after ${took?.opened.toFixed(1)} s, and run after ${took?.ended.toFixed(1)} s`);
    printTable('Meanwhile (milliseconds)', {
      'a click, nothing else': quiet.click,
      'a click, while they start': meanwhile.click,
      'the list of jobs, nothing else': quiet.list,
      'the list of jobs, while they start': meanwhile.list,
    });
  } finally {
    await own.end();
    await app.stop();
  }
}
