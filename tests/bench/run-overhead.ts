import pg from 'pg';
import { z } from 'zod';
import { type BenchApp, startBenchApp } from './bench-app';
import { measure, printTable } from './measure';

const ORG = 'sandbox-1';
const TIMES = 300;

const SOURCE = `create function add(a integer, b integer) returns bigint language sql immutable as 'select a::bigint + b'`;

/** Connects the source and makes its function a command, as an admin would. */
async function makeCommand(app: BenchApp): Promise<{ kitId: number; olId: number }> {
  const url = new URL(app.sourceUrl);
  const credential = z.object({ creds_id: z.int() }).parse(
    await app.call('POST', `/${ORG}/creds`, {
      orgId: ORG,
      credType: 'db',
      name: 'Bench',
      db: {
        databaseSystem: 'postgres',
        host: url.hostname,
        port: Number(url.port),
        databaseName: url.pathname.slice(1),
        username: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
      },
    }),
  );
  const cloudId = `db::postgres::${credential.creds_id}::public.add(integer, integer)`;
  const { commits } = z
    .object({
      commits: z.array(
        z.object({ error: z.null(), command_instances: z.array(z.object({ kit_id: z.int() })) }),
      ),
    })
    .parse(
      await app.call('POST', `/${ORG}/batch-commit`, {
        cloudId,
        credsId: credential.creds_id,
        commitType: 'addition',
      }),
    );
  const kitId = commits[0]?.command_instances[0]?.kit_id ?? 0;
  const { anchor_ol } = z
    .object({ anchor_ol: z.object({ ol_id: z.int() }) })
    .parse(await app.call('GET', `/${ORG}/deep-kits-6/${kitId}`));
  return { kitId, olId: anchor_ol.ol_id };
}

const succeeded = z.object({ status: z.literal('success'), payload: z.literal('42') });

/** What a run costs beside the direct call, and beside a request that does nothing. */
export async function benchRunOverhead(): Promise<void> {
  const app = await startBenchApp(SOURCE);
  const direct = new pg.Client({ connectionString: app.sourceUrl });
  await direct.connect();
  try {
    const { kitId, olId } = await makeCommand(app);
    const values = { a: 20, b: 22 };
    const runInThree = async () => {
      const created = z
        .object({ run_id: z.int() })
        .parse(await app.call('POST', `/${ORG}/run-async-i`, { olId, kitId }));
      const runId = created.run_id;
      await app.call('POST', `/${ORG}/run-async-ii`, { runrams: values, olId, runId, kitId });
      succeeded.parse(await app.call('GET', `/${ORG}/kits/${kitId}/runs/${runId}?wait=10`));
    };
    printTable(`A trivial function, one at a time, warm, ${TIMES} times (milliseconds)`, {
      'direct call (pg)': await measure(TIMES, () => direct.query('select add($1, $2)', [20, 22])),
      'GET /healthz': await measure(TIMES, () =>
        fetch(`${app.origin}/healthz`).then((answer) => answer.text()),
      ),
      'GET users/me (session and person)': await measure(TIMES, () => app.call('GET', '/users/me')),
      'run-sync': await measure(TIMES, async () =>
        succeeded.parse(await app.call('POST', `/${ORG}/run-sync`, { olId, kitId, params: values })),
      ),
      'run through three requests': await measure(TIMES, runInThree),
    });
  } finally {
    await direct.end();
    await app.stop();
  }
}
