import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectionPart, machineArn, OWN } from '../support/doubles/aws/account';
import { AwsDouble } from '../support/doubles/aws/aws-double';
import { callApp, commitThing, type RemoteCommand, SANDBOX } from '../support/doubles/remote-app';
import { type FaultApp, startFaultApp, victims } from './fault-app';
import { insist } from './insist';

const RUNS = 40;
const KILLS = 4;

let double: AwsDouble;
let app: FaultApp;
let own: pg.Pool;
let command: RemoteCommand;

beforeAll(async () => {
  double = await new AwsDouble().start();
  double.machines.set('close-books', {
    name: 'close-books',
    definition: { StartAt: 'A', States: { A: { Type: 'Pass', End: true } } },
  });
  app = await startFaultApp('select 1', {
    AWS_ENDPOINT: double.origin,
    AWS_ACCESS_KEY_ID: OWN.accessKeyId,
    AWS_SECRET_ACCESS_KEY: OWN.secretAccessKey,
  });
  own = app.own;
  const origin = app.origins[0] ?? '';
  const part = { ...connectionPart, services: 'step-functions' };
  const body = { orgId: SANDBOX, credType: 'aws', name: 'Books', aws: part };
  const saved = await callApp(origin, 'POST', `/${SANDBOX}/creds`, body);
  const { creds_id } = z.object({ creds_id: z.int() }).parse(saved);
  command = await commitThing(origin, creds_id, machineArn('close-books'));
});

afterAll(async () => {
  await app?.stop();
  await double?.stop();
});

async function start(number: number): Promise<number> {
  const made = z
    .object({ run_id: z.int() })
    .parse(await insist(app.origins, number, 'run-async-i', { ...command }));
  await insist(app.origins, number, 'run-async-ii', { ...command, runId: made.run_id, runrams: {} });
  return made.run_id;
}

async function openCounts(): Promise<Record<string, number>> {
  const { rows } = await own.query<{ state: string; count: number }>(
    'select state::text, count(*)::int from open_run where command_id = $1 group by state',
    [command.kitId],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

describe('S59 executions of a state machine', () => {
  it(`${RUNS} are started once and followed to their end through kills and a deploy`, async () => {
    const starting = Promise.all(Array.from({ length: RUNS }, (_, number) => start(number)));
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(200);
      await app.kill(victims[kill % victims.length] ?? 'worker', kill);
    }
    const runIds = await starting;
    await expect.poll(openCounts, { timeout: 120_000, interval: 500 }).toEqual({ elsewhere: RUNS });
    await app.deploy();
    await app.ready();
    expect(await openCounts()).toEqual({ elsewhere: RUNS });
    double.endAll({ status: 'SUCCEEDED', output: '"closed"' });
    await expect.poll(openCounts, { timeout: 300_000, interval: 500 }).toEqual({});
    const { rows } = await own.query<{ status: string; count: number }>(
      'select status::text, count(*)::int from run where run_id = any($1) group by status',
      [runIds],
    );
    expect(rows).toEqual([{ status: 'success', count: RUNS }]);
    expect(double.executions.size).toBe(RUNS);
  });
});
