import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  callApp,
  commitRoutine,
  connectSource,
  type RemoteCommand,
  SANDBOX,
} from '../support/doubles/remote-app';
import { type BenchApp, startBenchApp } from './support/bench-app';
import { measure, printTable } from './support/measure';

const ROWS = 10_000;
const SINGLE_RUNS = 3000;
const AT_ONCE = 32;
const CLICKS = 40;
const LOOK_EVERY_MS = 250;

const SOURCE = `create function add(a integer, b integer) returns bigint language sql immutable as 'select a::bigint + b'`;

const progress = z.object({ total: z.int(), success: z.int(), failure: z.int() });

/** How fast a bulk run is accepted and run, next to single runs, and what a click waits meanwhile. */
export async function benchBulk(): Promise<void> {
  const app = await startBenchApp(SOURCE);
  try {
    const { origin } = app;
    const credsId = await connectSource(origin, app.sourceUrl);
    const command = await commitRoutine(origin, credsId, 'public.add(integer, integer)');
    await singleRuns(app, command, 300);
    const single = await singleRuns(app, command, SINGLE_RUNS);
    const quiet = await measure(CLICKS, () => click(app, command));
    await bulkRun(app, command, 500);
    const bulk = await bulkRun(app, command, ROWS);
    const meanwhile = await clicksDuring(app, command);
    console.log(`\n${SINGLE_RUNS} single runs, ${AT_ONCE} at once: ${single.toFixed(0)} a second`);
    console.log(`A bulk run of ${ROWS} rows: checked and created in ${bulk.createdMs.toFixed(0)} ms,`);
    console.log(
      `  in line after ${bulk.acceptedMs.toFixed(0)} ms, run at ${bulk.perSecond.toFixed(0)} rows a second`,
    );
    console.log(`  (${((bulk.perSecond / single) * 100).toFixed(0)} % of single runs)`);
    printTable('A click on the same command (milliseconds)', {
      'nothing else': quiet,
      'during a bulk run': meanwhile,
    });
  } finally {
    await app.stop();
  }
}

/** Returns how many runs ended in a second. */
async function singleRuns(app: BenchApp, command: RemoteCommand, runs: number): Promise<number> {
  let left = runs;
  const startedAtMs = performance.now();
  const press = async () => {
    while (left > 0) {
      left -= 1;
      await click(app, command);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, press));
  return runs / ((performance.now() - startedAtMs) / 1000);
}

async function click({ origin }: BenchApp, { kitId, olId }: RemoteCommand): Promise<void> {
  const body = { kitId, olId, params: { a: 20, b: 22 } };
  z.object({ status: z.literal('success') }).parse(
    await callApp(origin, 'POST', `/${SANDBOX}/run-sync`, body),
  );
}

interface Started {
  runId: number;
  startedAtMs: number;
  createdMs: number;
  acceptedMs: number;
}

async function start({ origin }: BenchApp, { kitId, olId }: RemoteCommand, rows: number): Promise<Started> {
  const runramsList = Array.from({ length: rows }, (_, row) => ({ a: row, b: 22 }));
  const startedAtMs = performance.now();
  const made = await callApp(origin, 'POST', `/${SANDBOX}/run-bulk-async-i`, { kitId, olId, runramsList });
  const createdMs = performance.now() - startedAtMs;
  const { run_id: runId } = z.object({ run_id: z.int() }).parse(made);
  await callApp(origin, 'POST', `/${SANDBOX}/run-bulk-async-ii`, { kitId, parentRunId: runId });
  return { runId, startedAtMs, createdMs, acceptedMs: performance.now() - startedAtMs };
}

async function bulkRun(app: BenchApp, command: RemoteCommand, rows: number) {
  const started = await start(app, command, rows);
  await ended(app, command, started.runId);
  const seconds = (performance.now() - started.startedAtMs - started.acceptedMs) / 1000;
  return { ...started, perSecond: rows / seconds };
}

async function ended({ origin }: BenchApp, { kitId }: RemoteCommand, runId: number): Promise<void> {
  for (;;) {
    const path = `/${SANDBOX}/kits/${kitId}/runs/${runId}/bulk`;
    const { total, success, failure } = progress.parse(await callApp(origin, 'GET', path));
    if (failure > 0) throw new Error(`${failure} rows failed`);
    if (success === total) return;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Measures clicks while the rows of a bulk run are in line. */
async function clicksDuring(app: BenchApp, command: RemoteCommand) {
  const { runId } = await start(app, command, ROWS);
  const timing = await measure(CLICKS, () => click(app, command));
  await ended(app, command, runId);
  return timing;
}
