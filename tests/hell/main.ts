import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { withClient } from '@/scripts/postgres/connect';
import { startBenchApp } from '../bench/support/bench-app';
import { commitRoutine, connectSource, SANDBOX } from '../support/doubles/remote-app';
import { runLongOnes, signInToWork } from './clicks';
import type { Counts } from './counts';
import { createHell } from './people';
import { diskMb, peakMb, processesOf } from './processes';
import { partsOfRuns } from './run-parts';
import { faultsOf, report } from './verdict';

/**
 * A day in hell: one organization does everything at once that is expensive for a server, one person fills others,
 * strangers attack, and sources never answer, while another organization works as usual. Prints what the others notice of
 * it, and exits with 1 if that is more than we promise. `HELL_MINUTES` sets the duration (10 by default). `BENCH_AGAINST` names another built checkout to test instead of this one.
 */

const minutes = Number(process.env.HELL_MINUTES ?? 10);
const QUIET_SECONDS = 30;
const WARM_UP_SECONDS = 10;

const SOURCE = `
  create function add(a integer, b integer) returns bigint language sql immutable as 'select a::bigint + b';
  create function nap() returns integer language sql as 'select 1 from pg_sleep(5)';
  create function ten_thousand() returns table (number integer, text text) language sql as
    $$ select i, repeat('x', 100) from generate_series(1, 10000) i $$;`;

const checkout = process.env.BENCH_AGAINST;
const app = await startBenchApp(SOURCE, {
  ...(checkout === undefined ? {} : { checkout }),
  // Pushboard's default limits, except for the disk of this machine.
  variables: { REQUESTS_PER_SECOND: '', REQUEST_BURST: '', REQUESTS_AT_ONCE: '', RESULT_QUOTA_MB: '1000' },
});
await createHell(app.databaseUrl);
const attackers = fork(fileURLToPath(new URL('attackers.ts', import.meta.url)), [app.origin, app.sourceUrl]);
// Attackers have machines of their own: here, too, what they do by themselves takes no processor time from the server.
setPriority(attackers.pid ?? 0, constants.priority.PRIORITY_LOW);
try {
  const { origin } = app;
  const before = await processesOf(app.pid);
  const credsId = await connectSource(origin, app.sourceUrl);
  const work = await signInToWork(
    origin,
    await commitRoutine(origin, credsId, 'public.add(integer, integer)'),
  );
  const nap = await commitRoutine(origin, credsId, 'public.nap()');
  await message(attackers);

  await work(WARM_UP_SECONDS);
  const quiet = await work(QUIET_SECONDS);
  console.log(`Quiet for ${QUIET_SECONDS} s; now hell for ${minutes} min …`);
  const over = new AbortController();
  const longOnes = runLongOnes(origin, nap, over.signal);
  attackers.send('begin');
  const loaded = await work(minutes * 60);
  over.abort();
  const { runIds, lost } = await longOnes;
  const reported = message(attackers);
  attackers.send('end');
  const attacks = (await reported) as Counts;

  const failedRuns = await withClient(app.databaseUrl, (client) =>
    client.query<{ description: string }>(
      `select format('run %s is %s (%s)', run_id, status, end_reason) as description from run
       where org_id = $1 and status <> 'success' and (run_id = any($2) or queued_at is not null)`,
      [SANDBOX, runIds],
    ),
  );
  const day = {
    quiet,
    runParts: await partsOfRuns(app.databaseUrl, loaded.startedAt, runIds),
    loaded,
    attacks,
    lost: [...loaded.lost, ...lost, ...failedRuns.rows.map((row) => row.description)],
    webMb: await peakMb(before.web),
    workerMb: await peakMb(before.worker),
    diskMb: await diskMb(app.dataDir),
  };
  console.log(`\n${report(day)}\n`);
  const faults = faultsOf(day);
  console.log(faults.length === 0 ? 'Passed.' : `Failed:\n- ${faults.join('\n- ')}`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  attackers.kill();
  await app.stop();
}

/** The next message of a child process. Throws if the process ends first. */
async function message(child: ReturnType<typeof fork>): Promise<unknown> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process of the attackers has ended.');
  });
  const [received] = await Promise.race([once(child, 'message'), ended]);
  return received;
}
