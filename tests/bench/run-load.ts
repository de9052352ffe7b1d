import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { processesOf } from '../hell/processes';
import { callApp, commitRoutine, connectSource, SANDBOX } from '../support/doubles/remote-app';
import { startBenchApp } from './support/bench-app';
import { processorMs, residentMb } from './support/processor-time';

const AT_ONCE = 32;
const RUNS = 3000;
const WARM_UP = 300;
const IDLE_SECONDS = 20;

const SOURCE = `create function add(a integer, b integer) returns bigint language sql immutable as 'select a::bigint + b'`;

const succeeded = z.object({ status: z.literal('success'), payload: z.literal('42') });

/**
 * How many recorded runs are possible per second, what each costs, and what an idle system costs. With `BENCH_AGAINST`,
 * the folder of another built checkout, that one is measured after it.
 */
export async function benchRunLoad(): Promise<void> {
  await measure('');
  const against = process.env.BENCH_AGAINST;
  if (against !== undefined) await measure(' (the other)', against);
}

async function measure(name: string, checkout?: string): Promise<void> {
  const app = await startBenchApp(SOURCE, checkout === undefined ? {} : { checkout });
  const own = new pg.Client({ connectionString: app.databaseUrl });
  // Its server is stopped first, which ends the connection.
  own.on('error', () => undefined);
  await own.connect();
  try {
    const { origin } = app;
    const credsId = await connectSource(origin, app.sourceUrl);
    const { kitId, olId } = await commitRoutine(origin, credsId, 'public.add(integer, integer)');
    const body = { olId, kitId, params: { a: 20, b: 22 } };
    const runSync = async () => {
      succeeded.parse(await callApp(origin, 'POST', `/${SANDBOX}/run-sync`, body));
    };
    const runInThree = async () => {
      const created = await callApp(origin, 'POST', `/${SANDBOX}/run-async-i`, { olId, kitId });
      const runId = z.object({ run_id: z.int() }).parse(created).run_id;
      await callApp(origin, 'POST', `/${SANDBOX}/run-async-ii`, { runrams: body.params, olId, runId, kitId });
      succeeded.parse(await callApp(origin, 'GET', `/${SANDBOX}/kits/${kitId}/runs/${runId}?wait=10`));
    };
    const { web, worker } = await processesOf(app.pid);
    const parts = { Postgres: app.postgresPid, web, worker };
    const inMb = async () => `web ${await residentMb(web)} MB, worker ${await residentMb(worker)} MB`;
    console.log(`\nResident memory at rest${name}: ${await inMb()}`);
    for (const [what, run] of Object.entries({ 'by run-sync': runSync, 'in three requests': runInThree })) {
      await runAll(WARM_UP, run);
      const costBefore = await costs(parts);
      const startedAtMs = performance.now();
      await runAll(RUNS, run);
      const seconds = (performance.now() - startedAtMs) / 1000;
      console.log(
        `\n${RUNS} recorded runs ${what}, ${AT_ONCE} at once${name}: ${(RUNS / seconds).toFixed(0)} a second`,
      );
      const cost = await costs(parts);
      const each = Object.entries(cost).map(
        ([part, ms]) => `${part} ${((ms - (costBefore[part] ?? 0)) / RUNS).toFixed(2)} ms`,
      );
      console.log(`Processor time of each run${name}: ${each.join(', ')}`);
    }
    console.log(`Resident memory after the load${name}: ${await inMb()}`);

    // The load's statistics arrive late; only what follows is idle.
    await sleep(15_000);
    const before = await commits(own);
    await sleep(IDLE_SECONDS * 1000);
    const idle = ((await commits(own)) - before) / IDLE_SECONDS;
    console.log(`Commits a second with nothing to do${name}: ${idle.toFixed(1)}`);
  } finally {
    await own.end();
    await app.stop();
  }
}

/** The processor time of each part so far, in milliseconds. */
async function costs(parts: Readonly<Record<string, number>>): Promise<Record<string, number>> {
  const of: Record<string, number> = {};
  for (const [part, pid] of Object.entries(parts)) of[part] = await processorMs(pid);
  return of;
}

async function runAll(runs: number, run: () => Promise<void>): Promise<void> {
  let left = runs;
  const press = async () => {
    while (left > 0) {
      left -= 1;
      await run();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, press));
}

async function commits(own: pg.Client): Promise<number> {
  await own.query('select pg_stat_clear_snapshot()');
  const { rows } = await own.query<{ commits: string }>(
    'select xact_commit as commits from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.commits ?? 0);
}
