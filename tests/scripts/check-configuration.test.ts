import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

// What `npm start` reports about a configuration once it can read all of it, and before it builds anything.

let scratch: string;
let program: string;

beforeAll(async () => {
  // Below the project, so that the bundle finds its packages.
  await mkdir(resolve('.build'), { recursive: true });
  scratch = await mkdtemp(resolve('.build', 'test-'));
  program = join(scratch, 'serve.mjs');
  await build({
    entryPoints: ['scripts/serve.ts'],
    outfile: program,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

function check(variables: Record<string, string>) {
  const error = resolve('scripts/starting/start-error.mjs');
  const code = `
    import { checkConfiguration } from '${program}';
    import { exitWith } from '${error}';
    try { checkConfiguration(); console.log('fine'); } catch (e) { exitWith(e); }`;
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: join(tmpdir(), 'pushboard-unused'), ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    env: { NODE_ENV: 'production', ...env },
    encoding: 'utf8',
  });
  return { status, words: (stdout + stderr).trim() };
}

test('all invalid variables are named at once, without a stack', () => {
  const { status, words } = check({ LOG_LEVEL: 'loud', SUPPORT_EMAIL: 'nobody', AUTH_MODE: 'unknown' });
  expect(words.split('\n')).toEqual([
    'The configuration is not valid:',
    '  AUTH_MODE must be one of: demo, hosted, directory',
    '  LOG_LEVEL must be one of: trace, debug, info, warn, error, fatal, silent',
    '  SUPPORT_EMAIL must be an email address',
  ]);
  expect(status).toBe(1);
});

test('S54 an external database needs an external key ring', () => {
  const { status, words } = check({ DATABASE_URL: 'postgresql://app:pw@db/app' });
  expect(words).toContain('ENCRYPTION_KEYS is not set; it must be id:key');
  expect(status).toBe(1);
});

test.each(['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])(
  'a start with %s, but without DATABASE_URL, makes no empty database in its place',
  (name) => {
    const { status, words } = check({
      AUTH_MODE: 'hosted',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'pushboard@example.com',
      DATABASE_URL: ' ',
      [name]: 'postgresql://owner:pw@db/app',
    });
    expect(words).toContain(`DATABASE_URL is not set, but ${name} is.`);
    expect(words).not.toContain('pw');
    expect(status).toBe(1);
  },
);

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)(
  'a data folder that the user postgres cannot reach is named, when started by root',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'pushboard-home-'));
    await mkdir(join(home, 'data'));
    await chmod(home, 0o700);
    const { status, words } = check({ DATA_DIR: join(home, 'data') });
    expect(words).toContain(
      `the user "postgres" may not enter ${home}, which would hold its data. Set DATA_DIR`,
    );
    expect(status).toBe(1);
    await rm(home, { recursive: true });
  },
);

test('the embedded start needs no variable at all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-open-'));
  await chmod(folder, 0o755);
  expect(check({ DATA_DIR: folder })).toEqual({ status: 0, words: 'fine' });
  await rm(folder, { recursive: true });
});
