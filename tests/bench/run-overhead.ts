import pg from 'pg';
import { z } from 'zod';
import { callApp, commitRoutine, connectSource, SANDBOX } from '../support/doubles/remote-app';
import { type BenchApp, startBenchApp } from './support/bench-app';
import { measureInTurns, printTable, type Timing } from './support/measure';

const TIMES = 300;

const SOURCE = `create function add(a integer, b integer) returns bigint language sql immutable as 'select a::bigint + b'`;

const succeeded = z.object({ status: z.literal('success'), payload: z.literal('42') });

/**
 * The cost of a run compared with a direct call, and with a request that does nothing. With `BENCH_AGAINST`, the folder of
 * another built checkout, both are measured in turn.
 */
export async function benchRunOverhead(): Promise<void> {
  const against = process.env.BENCH_AGAINST;
  const apps = [await startBenchApp(SOURCE)];
  if (against !== undefined) apps.push(await startBenchApp(SOURCE, { checkout: against }));
  const names = ['', ' (the other)'];
  try {
    const workloads = await Promise.all(apps.map(workloadsOf));
    const rows: Record<string, Timing> = {};
    for (const what of Object.keys(workloads[0] ?? {})) {
      const timings = await measureInTurns(
        TIMES,
        workloads.map((questions) => questions[what] as () => Promise<unknown>),
      );
      for (const [index, timing] of timings.entries()) rows[`${what}${names[index]}`] = timing;
    }
    printTable(`A trivial function, one at a time, warm, ${TIMES} times (milliseconds)`, rows);
  } finally {
    for (const app of apps) await app.stop();
  }
}

async function workloadsOf({ origin, sourceUrl }: BenchApp): Promise<Record<string, () => Promise<unknown>>> {
  const credsId = await connectSource(origin, sourceUrl);
  const { kitId, olId } = await commitRoutine(origin, credsId, 'public.add(integer, integer)');
  const values = { a: 20, b: 22 };
  const direct = new pg.Client({ connectionString: sourceUrl });
  // Its server is stopped first, which ends the connection.
  direct.on('error', () => undefined);
  await direct.connect();
  return {
    'direct call (pg)': () => direct.query('select add($1, $2)', [values.a, values.b]),
    'GET /healthz': () => fetch(`${origin}/healthz`).then((answer) => answer.text()),
    'GET users/me': () => callApp(origin, 'GET', '/users/me'),
    'run-sync': async () =>
      succeeded.parse(await callApp(origin, 'POST', `/${SANDBOX}/run-sync`, { olId, kitId, params: values })),
    'run in three requests': async () => {
      const created = await callApp(origin, 'POST', `/${SANDBOX}/run-async-i`, { olId, kitId });
      const runId = z.object({ run_id: z.int() }).parse(created).run_id;
      await callApp(origin, 'POST', `/${SANDBOX}/run-async-ii`, { runrams: values, olId, runId, kitId });
      succeeded.parse(await callApp(origin, 'GET', `/${SANDBOX}/kits/${kitId}/runs/${runId}?wait=10`));
    },
  };
}
