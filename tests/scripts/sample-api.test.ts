import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '@/scripts/starting/free-port';
import { planSampleApi } from '@/scripts/starting/sample-api';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pushboard-sample-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

const plan = () => planSampleApi({ dataDir, development: false, logFolder: undefined });
const portOf = ({ variables }: Awaited<ReturnType<typeof plan>>) => new URL(variables.SAMPLE_API_URL).port;

/** The program from its source, with the arguments of the plan. */
async function start() {
  const { program, variables } = await plan();
  const [port = '', folder = ''] = program.args.slice(-2);
  const child = spawn(process.execPath, ['--import', 'tsx', 'prisma/demo/sample-api/main.ts', port, folder], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  return { child, ended, origin: variables.SAMPLE_API_URL.replace(/:[^:@]*@/, '') };
}

async function listening(started: Awaited<ReturnType<typeof start>>): Promise<void> {
  await Promise.race([once(started.child.stdout ?? started.child, 'data'), started.ended]);
}

test('the sample API keeps its port and secret; it moves if its port was taken', async () => {
  const first = await plan();
  expect(await plan()).toEqual(first);
  const other = createServer().listen(Number(portOf(first)), '127.0.0.1');
  await once(other, 'listening');
  const moved = await plan();
  expect(portOf(moved)).not.toBe(portOf(first));
  expect(new URL(moved.variables.SAMPLE_API_URL).password).toBe(
    new URL(first.variables.SAMPLE_API_URL).password,
  );
  other.close();
});

test.each(['SIGTERM', 'SIGINT'] as const)('it serves, and stops in order on %s', async (signal) => {
  const api = await start();
  await listening(api);
  expect((await fetch(`${api.origin}/v1/health`)).status).toBe(200);
  api.child.kill(signal);
  expect((await api.ended)[0]).toBe(0);
});

test('it ends when its parent is gone', async () => {
  const api = await start();
  await listening(api);
  api.child.disconnect();
  expect((await api.ended)[0]).toBe(0);
});

test('a start on a port that was taken meanwhile fails, and says why', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'prisma/demo/sample-api/main.ts', String(port), join(dataDir, 'sample-api')],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let words = '';
  child.stderr.on('data', (chunk) => {
    words += chunk;
  });
  const [code] = await once(child, 'close');
  expect(code).not.toBe(0);
  expect(words).toContain('EADDRINUSE');
  other.close();
});
