import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '@/scripts/starting/free-port';

// What `npm start` reports before it does anything, seen from outside: a process, its output, and its exit code.

const start = resolve('scripts/start.mjs');
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'pushboard-start-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function run(
  args: string[],
  variables: Record<string, string> = {},
): Promise<{ code: unknown; words: string }> {
  const env = {
    ...process.env,
    PORT: String(await freePort()),
    DATA_DIR: join(scratch, 'data'),
    ...variables,
  };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  child.stdout.on('data', (chunk: Buffer) => {
    words += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    words += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, words };
}

/** Runs code with the checks of scripts/starting. */
function runChecks(code: string): Promise<{ code: unknown; words: string }> {
  const checks = resolve('scripts/starting/checks.mjs');
  const error = resolve('scripts/starting/start-error.mjs');
  return run([
    '--input-type=module',
    '-e',
    `import * as checks from '${checks}'; import { exitWith } from '${error}'; try { ${code} } catch (e) { exitWith(e); }`,
  ]);
}

test.each(['v18.20.4', 'v20.18.3'])('Node.js %s is too old, and rejected', async (version) => {
  const older = `data:text/javascript,Object.defineProperty(process, 'version', { value: '${version}' })`;
  const { code, words } = await run(['--import', older, start]);
  expect(words.trim()).toBe(
    `Pushboard needs Node.js 20.19 or newer. This is ${version}. Install a newer one from https://nodejs.org and start again.`,
  );
  expect(code).toBe(1);
});

test.each([
  ['v20.19.0', '2026-04-01', undefined],
  [
    'v20.20.2',
    '2026-06-01',
    'Node.js 20 gets no more security fixes. Pushboard runs on it until January 2027. Install Node.js 24.',
  ],
  ['v22.12.0', '2026-06-01', undefined],
  ['v22.12.0', '2027-06-01', 'Node.js 22 gets no more security fixes. Install Node.js 24.'],
  ['v24.21.0', '2027-06-01', undefined],
])('Node.js %s on %s', async (version, day, advice) => {
  const { nodeVersionAdvice } = await import(pathToFileURL(resolve('scripts/starting/check-node.mjs')).href);
  expect(nodeVersionAdvice(version, new Date(day))).toBe(advice);
});

test('a busy port is named, with what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, words } = await run([start], { PORT: String(port) });
  other.close();
  expect(words.trim()).toBe(
    `Port ${port} is in use by another program. Set PORT to a free one, for example: PORT=${port + 1} npm start`,
  );
  expect(code).toBe(1);
});

test('an invalid port is named together with the other invalid variables', async () => {
  const { code, words } = await run([start], {
    PORT: 'http',
    LOG_LEVEL: 'loud',
    METRICS_TOKEN: 'short',
    DATABASE_ULR: 'postgresql://db/app',
  });
  expect(words).toContain('DATABASE_ULR is not a variable of Pushboard. Did you mean DATABASE_URL?');
  expect(words).toMatch(
    /The configuration is not valid:\n {2}PORT must be a whole number from 1 to 65535\n {2}LOG_LEVEL .*\n {2}METRICS_TOKEN /,
  );
  expect(code).toBe(1);
}, 60_000);

test('a data folder that is a file is rejected, with what to do', async () => {
  const file = join(scratch, 'a-file');
  await writeFile(file, '');
  const { code, words } = await run([start], { DATA_DIR: file });
  expect(words).toContain(`Couldn't use the data folder ${file}: it is a file. Set DATA_DIR to a folder`);
  expect(code).toBe(1);
});

test('a data folder below a file is rejected', async () => {
  const file = join(scratch, 'another-file');
  await writeFile(file, '');
  const { words } = await run([start], { DATA_DIR: join(file, 'data') });
  expect(words).toContain(': a part of its path is a file.');
});

test('a full disk is reported before anything is installed', async () => {
  const { code, words } = await runChecks(`checks.checkSpace('${scratch}/not/there/yet', 1e18)`);
  expect(words).toMatch(
    /The disk of .* is too full: \d+ MB free, 1000000000000 MB needed\. Free some space, or set DATA_DIR/,
  );
  expect(code).toBe(1);
});

test('a disk with room is fine', async () => {
  expect(await runChecks(`checks.checkSpace('${scratch}', 1)`)).toEqual({ code: 0, words: '' });
});
