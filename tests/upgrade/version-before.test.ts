import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { migrationsFolder } from '@/server/base/schema/migration-files';
import { versionBefore } from './version-before';

/** What people and programs do, as the version before tests it itself. */
const CLICKS = [
  'tests/people/sign-in/email-links.test.ts',
  'tests/runs/run.test.ts',
  'tests/automation/schedules/firing.test.ts',
  'tests/automation/webhooks/deliveries.test.ts',
  'tests/people/sign-in/hosted-sign-in.test.ts',
  'tests/runs/approvals.test.ts',
  'tests/runs/bulk/bulk.test.ts',
  'tests/runs/outages/recovery.test.ts',
];

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushboard-before-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Its environment: nothing of the tests that run it. */
const environment = () => ({
  NODE_ENV: 'test' as const,
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  TEST_DATABASES_DIR: process.env.TEST_DATABASES_DIR,
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
});

/** Checks out the version before into the folder, with its packages and its client of the database. */
async function checkOut(): Promise<void> {
  const archive = join(folder, 'version.tar');
  await run('git', ['archive', '--output', archive, versionBefore.commit]).catch((error) => {
    throw new Error(
      `This test needs the repository with its history, down to ${versionBefore.commit}: git fetch --unshallow`,
      { cause: error },
    );
  });
  await run('tar', ['--extract', '--file', archive, '--directory', folder]);
  const [ours, theirs] = await Promise.all(
    ['package-lock.json', join(folder, 'package-lock.json')].map((file) => readFile(file, 'utf8')),
  );
  if (ours === theirs) await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  else await run('npm', ['ci', '--ignore-scripts'], { cwd: folder, env: environment() });
  const client = ['node_modules/prisma/build/index.js', 'generate'];
  await run(process.execPath, client, { cwd: folder, env: environment() });
}

it('the version before works on the schema of this one: its own tests pass on it', async () => {
  await checkOut();
  const own = join(folder, 'prisma', 'migrations');
  const before = new Set(await readdir(own));
  const added = (await readdir(migrationsFolder)).filter((name) => !before.has(name)).sort();
  expect(added[0]).toBe(versionBefore.nextMigration);

  await rm(own, { recursive: true });
  await cp(migrationsFolder, own, { recursive: true });
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'node',
    '--maxWorkers',
    '2',
    // What a missing column breaks is often noticed by what never comes.
    ...['--bail', '1', '--testTimeout', '120000'],
  ];
  const child = spawn(process.execPath, [...vitest, ...CLICKS], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  expect([(await said).join('\n'), code]).toEqual([expect.stringMatching(/Test Files .* passed/), 0]);
}, 1_200_000);
