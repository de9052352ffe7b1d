import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '@/scripts/starting/free-port';
import { createAppDatabase } from '../support/app/database';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pushboard-worker-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

const ofDatabaseDown = async () => `postgres://pushboard:secret@127.0.0.1:${await freePort()}/pushboard`;

/** The worker from its source, with a database that is down by default. */
async function start(databaseUrl?: string, says = 'Waiting for the database') {
  const child = spawn(process.execPath, ['--import', 'tsx', 'jobs/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl ?? (await ofDatabaseDown()),
      DATA_DIR: dataDir,
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
      LOG_LEVEL: 'info',
    },
  });
  const ended = once(child, 'exit');
  const waits = (async () => {
    for await (const words of child.stdout?.setEncoding('utf8') ?? []) if (words.includes(says)) return;
  })();
  return { child, ended, waits };
}

test('a worker that waits for the database ends when its parent is gone', async () => {
  const worker = await start();
  await worker.waits;
  worker.child.disconnect();
  expect((await worker.ended)[0]).toBe(1);
});

test('a worker whose parent is gone before it has begun ends too', async () => {
  const worker = await start();
  worker.child.disconnect();
  expect((await worker.ended)[0]).toBe(1);
});

test.each([
  ['a copy that is held', `held_since = now(), held_because = 'restored'`, 'is held'],
  ['another folder of results', `results_sign = 'of another folder'`, 'RESULTS_DIR is not the folder'],
])('a worker that waits for an operator, because of %s, ends as told', async (_, state, says) => {
  const database = await createAppDatabase();
  const client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
  await client.query(`insert into installation (id, server, address) values (1, 'here', 'http://localhost')`);
  await client.query(`update installation set ${state}`);
  await client.end();
  const worker = await start(database.url, says);
  await worker.waits;
  worker.child.kill('SIGTERM');
  expect(await worker.ended).toEqual([0, null]);
  await database.drop();
});

test('a worker that serves ends as told, too', async () => {
  const database = await createAppDatabase();
  const worker = await start(database.url, 'The worker is ready');
  await worker.waits;
  worker.child.kill('SIGTERM');
  expect(await worker.ended).toEqual([0, null]);
  await database.drop();
});
