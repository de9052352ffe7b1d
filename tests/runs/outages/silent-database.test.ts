import { afterEach, beforeAll, expect, inject, it } from 'vitest';
import { type RunningWorker, startWorker } from '@/jobs/worker';
import { pool } from '@/server/base/database/db';
import { readReadiness } from '@/server/runs/readiness';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { type CuttingPooler, startCuttingPooler } from '../../support/doubles/poolers/cutting-pooler';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createRun, readRun, startRun } from '../../support/things/runs';

let server: CuttingPooler;
withApp({ DATABASE_STATEMENT_SECONDS: '1', DATABASE_POOL_SIZE: '4' }, async ({ url }) => {
  const { hostname, port } = new URL(inject('adminDatabaseUrl'));
  server = await startCuttingPooler(Object.assign(new URL(url), { hostname, port, search: '' }).href);
  const through = Object.assign(new URL(url), { host: `127.0.0.1:${server.port}`, search: '' });
  return { databaseUrl: through.href, close: server.close };
});
const source = withSource(
  `create table gate (name text);
   create function pass() returns integer language plpgsql as $$ begin
     while exists (select from gate) loop perform pg_sleep(0.01); end loop;
     return 1; end $$;`,
  createOrganizations,
);
let command: MadeCommand;
beforeAll(async () => {
  command = await commit(source, 'public.pass()');
});
afterEach(() => server.setSilent(false));

const look = () => send('GET', `/${ORG_A}/skinny-kits`, { as: people.orgAdmin });

it('S60 a database that hangs without a word is given up: requests get 503, and it is not ready', async () => {
  expect((await look()).status).toBe(200);
  server.setSilent(true);
  // More than the pool has connections.
  const answers = await Promise.all(Array.from({ length: 8 }, look));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  // What can't be asked isn't known.
  expect(await readReadiness()).toEqual({ database: false, migrations: null, worker: null });
  // No connection waits for an answer that never comes.
  await expect.poll(() => pool().totalCount).toBe(0);

  server.setSilent(false);
  expect((await look()).status).toBe(200);
  expect(await readReadiness()).toMatchObject({ database: true });
});

it('S60 a run that ends while the database hangs is recorded when it goes on', async () => {
  const worker: RunningWorker = await startWorker();
  try {
    await source.query(`insert into gate values ('closed')`);
    const runId = await createRun(command);
    await startRun(command, runId, {});
    const path = `/${ORG_A}/kits/${command.commandId}/runs/${runId}`;
    await expect
      .poll(async () => (await send('GET', path, { as: people.runner })).body)
      .toMatchObject({ status: 'running' });
    server.setSilent(true);
    await source.query('delete from gate');
    expect((await look()).status).toBe(503);
    server.setSilent(false);
    expect((await readRun(command, runId)).body).toMatchObject({ status: 'success' });
  } finally {
    await worker.stop();
  }
});
