import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ADMIN,
  callApp,
  commitRoutine,
  connectSource,
  type RemoteCommand,
  SANDBOX,
} from '../support/doubles/remote-app';
import { insertLoopbackCommand } from '../support/elsewhere/loopback-command';
import { startWorkshop, type Workshop } from '../support/elsewhere/workshop';
import { bundleLoopbackWorker } from './bundle-worker';
import { type FaultApp, startFaultApp, victims } from './fault-app';
import { insist } from './insist';

/** How many runs continue elsewhere at once, started by a worker with 20 places. */
const RUNS = 150;
const KILLS = 6;
const DEPLOYS = 2;
const STARTERS = 20;

let app: FaultApp;
let own: pg.Pool;
let workshop: Workshop;
let elsewhere: RemoteCommand;
let click: RemoteCommand;

beforeAll(async () => {
  const workerArgs = await bundleLoopbackWorker();
  workshop = await startWorkshop();
  app = await startFaultApp(
    `create function click() returns integer language sql as 'select 1'`,
    { WORKER_CONCURRENCY: '20' },
    workerArgs,
  );
  own = app.own;
  const origin = app.origins[0] ?? '';
  click = await commitRoutine(origin, await connectSource(origin, app.sourceUrl), 'public.click()');
  const made = await insertLoopbackCommand(own, {
    orgId: SANDBOX,
    createdByUserId: ADMIN,
    origin: workshop.origin,
    lookAgainMs: 2000,
  });
  elsewhere = { kitId: made.commandId, olId: made.templateId };
});

afterAll(async () => {
  await app?.stop();
  await workshop?.close();
});

const created = z.object({ run_id: z.int() });

/** Starts a run, whatever fails meanwhile. Returns its id. */
async function start(number: number): Promise<number> {
  const { kitId, olId } = elsewhere;
  const made = created.parse(await insist(app.origins, number, 'run-async-i', { kitId, olId }));
  await insist(app.origins, number, 'run-async-ii', { kitId, olId, runId: made.run_id, runrams: {} });
  return made.run_id;
}

async function startAll(): Promise<number[]> {
  const runIds: number[] = [];
  let next = 0;
  const starter = async () => {
    while (next < RUNS) {
      next += 1;
      runIds.push(await start(next));
    }
  };
  await Promise.all(Array.from({ length: STARTERS }, starter));
  return runIds;
}

async function stateCounts(): Promise<Record<string, number>> {
  const { rows } = await own.query<{ state: string; count: number }>(
    'select state::text, count(*)::int from open_run where command_id = $1 group by state',
    [elsewhere.kitId],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

describe('S59 runs whose work continues elsewhere', () => {
  it(`${RUNS} use no place, and none is lost or started twice by kills and deploys of every process`, async () => {
    const starting = startAll();
    // The first kills hit runs that are about to be started.
    for (let kill = 0; kill < KILLS / 2; kill += 1) {
      await sleep(200);
      await app.kill(victims[kill % victims.length] ?? 'worker', kill);
    }
    const runIds = await starting;
    await expect.poll(stateCounts, { timeout: 120_000, interval: 500 }).toEqual({ elsewhere: RUNS });

    await app.ready();
    // Clicks don't wait for them: each is served while they are in progress.
    for (let press = 0; press < 30; press += 1) {
      const answer = await insist(app.origins, press, 'run-sync', { ...click, params: {} });
      expect(answer).toMatchObject({ status: 'success', payload: 1 });
    }
    expect(await stateCounts()).toEqual({ elsewhere: RUNS });

    for (let kill = 0; kill < KILLS / 2; kill += 1) {
      await sleep(200);
      await app.kill(victims[kill % victims.length] ?? 'worker', kill);
    }
    for (let deploy = 0; deploy < DEPLOYS; deploy += 1) await app.deploy();
    await app.ready();
    expect(await stateCounts()).toEqual({ elsewhere: RUNS });

    workshop.endAll();
    await expect.poll(stateCounts, { timeout: 300_000, interval: 500 }).toEqual({});
    const { rows } = await own.query<{ status: string; count: number }>(
      'select status::text, count(*)::int from run where run_id = any($1) group by status',
      [runIds],
    );
    expect(rows).toEqual([{ status: 'success', count: RUNS }]);
    // A repeated start found the same work.
    expect(workshop.works.size).toBe(RUNS);
    const one = await callApp(
      app.origins[0] ?? '',
      'GET',
      `/${SANDBOX}/kits/${elsewhere.kitId}/runs/${runIds[0]}`,
    );
    expect(one).toMatchObject({ status: 'success', logging_message: 'begun', payload: { rows: [['{}']] } });
  });
});
