import pg from 'pg';
import { z } from 'zod';
import { callApp, commitRoutine, connectSource, SANDBOX } from '../support/remote-app';
import { startBenchApp } from './bench-app';
import { measure, printTable } from './measure';

const TIMES = 300;

const SOURCE = `create function add(a integer, b integer) returns bigint language sql immutable as 'select a::bigint + b'`;

const succeeded = z.object({ status: z.literal('success'), payload: z.literal('42') });

/** What a run costs beside the direct call, and beside a request that does nothing. */
export async function benchRunOverhead(): Promise<void> {
  const app = await startBenchApp(SOURCE);
  const direct = new pg.Client({ connectionString: app.sourceUrl });
  await direct.connect();
  try {
    const { origin } = app;
    const credsId = await connectSource(origin, app.sourceUrl);
    const { kitId, olId } = await commitRoutine(origin, credsId, 'public.add(integer, integer)');
    const values = { a: 20, b: 22 };
    const runInThree = async () => {
      const created = z
        .object({ run_id: z.int() })
        .parse(await callApp(origin, 'POST', `/${SANDBOX}/run-async-i`, { olId, kitId }));
      const runId = created.run_id;
      await callApp(origin, 'POST', `/${SANDBOX}/run-async-ii`, { runrams: values, olId, runId, kitId });
      succeeded.parse(await callApp(origin, 'GET', `/${SANDBOX}/kits/${kitId}/runs/${runId}?wait=10`));
    };
    printTable(`A trivial function, one at a time, warm, ${TIMES} times (milliseconds)`, {
      'direct call (pg)': await measure(TIMES, () => direct.query('select add($1, $2)', [20, 22])),
      'GET /healthz': await measure(TIMES, () => fetch(`${origin}/healthz`).then((answer) => answer.text())),
      'GET users/me (session and person)': await measure(TIMES, () => callApp(origin, 'GET', '/users/me')),
      'run-sync': await measure(TIMES, async () =>
        succeeded.parse(
          await callApp(origin, 'POST', `/${SANDBOX}/run-sync`, { olId, kitId, params: values }),
        ),
      ),
      'run through three requests': await measure(TIMES, runInThree),
    });
  } finally {
    await direct.end();
    await app.stop();
  }
}
