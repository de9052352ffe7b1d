import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alone } from '@/server/base/schema/one-at-a-time';
import { createUnmigratedDatabase } from '../../support/app/database';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushboard-starts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a program to its end, and returns how it ended with what it said. */
async function run(args: string[], variables: Record<string, string> = {}, cwd = process.cwd()) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { NODE_ENV: 'test', PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  return { code, said: (await said).join('') };
}

it('a first start waits for another that makes the examples of the same database', async () => {
  const database = await createUnmigratedDatabase();
  const client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
  const people = async () => (await client.query('select from "user"')).rowCount;
  const isWaitedFor = async () =>
    (
      await client.query(`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`)
    ).rowCount;
  const variables = {
    AUTH_MODE: 'demo',
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    DATA_DIR: folder,
  };
  let second: ReturnType<typeof run> | undefined;
  await alone(database.url, 'preparing', async () => {
    second = run(['.build/prepare.mjs'], variables);
    await expect.poll(isWaitedFor, { timeout: 60_000 }).toBe(1);
    expect(await people()).toBe(0);
  });
  expect(await second).toMatchObject({ code: 0 });
  expect(await people()).toBeGreaterThan(3);
  await client.end();
  await database.drop();
});

it('work of one name on a database is done by one process at a time', async () => {
  const database = await createUnmigratedDatabase();
  const order: string[] = [];
  let endFirst = (): void => {};
  const first = alone(database.url, 'a test', async () => {
    order.push('first begins');
    await new Promise<void>((end) => {
      endFirst = end;
    });
    order.push('first ends');
  });
  await expect.poll(() => order).toEqual(['first begins']);
  const second = alone(database.url, 'a test', async () => void order.push('second'));
  await alone(database.url, 'another', async () => void order.push('another'));
  endFirst();
  await Promise.all([first, second]);
  expect(order).toEqual(['first begins', 'another', 'first ends', 'second']);
  await database.drop();
});

describe('builds in one folder', () => {
  const turn = resolve('scripts/building/build-turn.mjs');

  it('follow each other: the second waits, says so, and finds the work done', async () => {
    const code = `
      import { existsSync, writeFileSync } from 'node:fs';
      import { setTimeout as sleep } from 'node:timers/promises';
      import { inTurn } from '${turn}';
      await inTurn(async () => {
        if (existsSync('made')) return console.log('up to date');
        while (!existsSync('waited for')) await sleep(20);
        writeFileSync('made', '');
        console.log('built');
      }, '${folder}');`;
    const build = () => run(['--input-type=module', '-e', code], {}, folder);
    const first = build();
    const second = build();
    await writeFile(join(folder, 'waited for'), '');
    const said = (await Promise.all([first, second])).map((end) => end.said);
    expect(said.filter((each) => each.includes('built'))).toHaveLength(1);
    expect(said.filter((each) => each.endsWith('up to date\n'))).toHaveLength(1);
  });

  it('go on after one that was killed', async () => {
    await writeFile(
      join(folder, 'build.lock'),
      JSON.stringify({ pid: 1, identity: 'of a process that is gone' }),
    );
    const code = `import { inTurn } from '${turn}'; await inTurn(async () => console.log('built'), '${folder}');`;
    expect(await run(['--input-type=module', '-e', code])).toEqual({ code: 0, said: 'built\n' });
  });
});

describe('the id of a build', () => {
  const idIn = async (cwd: string, variables = {}) => {
    const code = `import { buildId } from '${resolve('scripts/building/build-id.mjs')}'; console.log(buildId(['app']));`;
    const { said } = await run(
      ['--input-type=module', '-e', code],
      { COMMIT_HASH: 'abc', COMMIT_REF: 'main', ...variables },
      cwd,
    );
    return said.trim();
  };

  it('is the same on two machines with the same sources, and another one for other sources', async () => {
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    await mkdir(join(one, 'app'), { recursive: true });
    await writeFile(join(one, 'app', 'page.tsx'), 'export default () => null;');
    await writeFile(join(one, 'package.json'), '{}');
    await cp(one, two, { recursive: true });
    const id = await idIn(one);
    expect(id).toMatch(/^[0-9a-f]{20}$/);
    expect(await idIn(two)).toBe(id);
    expect(await idIn(two, { COMMIT_HASH: 'def' })).not.toBe(id);
    await writeFile(join(two, 'app', 'page.tsx'), 'export default () => 1;');
    expect(await idIn(two)).not.toBe(id);
  });
});
