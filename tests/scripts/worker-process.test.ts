import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '@/scripts/starting/free-port';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pushboard-worker-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

/** The worker from its source, with a database that is down. */
async function start() {
  const child = spawn(process.execPath, ['--import', 'tsx', 'jobs/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: `postgres://pushboard:secret@127.0.0.1:${await freePort()}/pushboard`,
      DATA_DIR: dataDir,
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
      LOG_LEVEL: 'warn',
    },
  });
  const ended = once(child, 'exit');
  const waits = (async () => {
    for await (const words of child.stdout?.setEncoding('utf8') ?? [])
      if (words.includes('Waiting for the database')) return;
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
