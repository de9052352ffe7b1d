import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { checkRole, wantedRole } from '@/scripts/starting/process-role.mjs';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { migrationsFolder } from '@/server/base/schema/migration-files';
import { type AppDatabase, createUnmigratedDatabase } from '../../support/app/database';

const keys = `k1:${randomBytes(32).toString('base64')}`;
let folder: string;
let database: AppDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushboard-roles-'));
  database = await createUnmigratedDatabase();
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A process of one role, as `npm start -- ROLE` starts it. */
function start(...words: string[]): {
  child: ChildProcess;
  says(words: string): Promise<void>;
  said(): string;
} {
  const child = spawn(process.execPath, ['scripts/start.mjs', ...words], {
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      AUTH_MODE: 'hosted',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'pushboard@example.com',
      APP_URL: 'http://localhost:3000',
      DATABASE_URL: database.ownerUrl,
      ENCRYPTION_KEYS: keys,
      DATA_DIR: folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let all = '';
  const heard = new Set<() => void>();
  const hear = (chunk: Buffer): void => {
    all += chunk.toString();
    for (const each of heard) each();
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  return {
    child,
    said: () => all,
    says: (words) =>
      new Promise((resolve, reject) => {
        const look = () => all.includes(words) && resolve();
        heard.add(look);
        child.once('close', () => reject(new Error(`It ended without saying "${words}": ${all}`)));
        look();
      }),
  };
}

async function endOf({ child }: { child: ChildProcess }, signal?: NodeJS.Signals): Promise<unknown> {
  const ended = child.exitCode === null ? once(child, 'exit') : Promise.resolve([child.exitCode]);
  if (signal !== undefined) child.kill(signal);
  const [code] = await ended;
  return code;
}

/** The ids of the processes that one has started. */
const childrenOf = async (pid: number | undefined): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);

const tableCount = () =>
  withClient(database.superuserUrl, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as tables from pg_tables where schemaname = 'public'`,
    );
    return rows[0].tables;
  });

describe('a worker that is started alone', () => {
  it('waits for the schema, which it never changes itself, and serves once another process has made it', async () => {
    const worker = start('worker');
    await worker.says('npm start -- migrate');
    expect(worker.said()).toMatch(/"level":40,"time":\d+,"msg":"Waiting for the schema/);
    expect(await tableCount()).toBe(0);
    const migration = start('migrate');
    expect(await endOf(migration)).toBe(0);
    expect(await tableCount()).toBeGreaterThan(50);
    await worker.says('The worker is ready');
    expect(await endOf(worker, 'SIGTERM')).toBe(0);
  }, 120_000);

  it('is restarted when it dies, as it is next to others', async () => {
    await applyMigrations(database.ownerUrl, migrationsFolder);
    const worker = start('worker');
    await worker.says('The worker is ready');
    const [program] = await childrenOf(worker.child.pid);
    process.kill(program ?? 0, 'SIGKILL');
    await worker.says('worker stopped unexpectedly (SIGKILL); restarting it');
    await expect.poll(() => worker.said().split('The worker is ready').length - 1).toBe(2);
    expect(await endOf(worker, 'SIGTERM')).toBe(0);
  }, 120_000);

  it('ends as told while it waits', async () => {
    const worker = start('worker');
    await worker.says('npm start -- migrate');
    expect(await endOf(worker, 'SIGTERM')).toBe(0);
  }, 60_000);

  it('serves on the schema of a newer version, and says so', async () => {
    await applyMigrations(database.ownerUrl, migrationsFolder);
    await withClient(database.superuserUrl, (client) =>
      client.query(`insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
        values ('x', 'y', '99990101000000_of_a_newer_version', now(), 1)`),
    );
    const worker = start('worker');
    await worker.says('of a newer version than this process (99990101000000_of_a_newer_version)');
    await worker.says('The worker is ready');
    expect(await endOf(worker, 'SIGTERM')).toBe(0);
  }, 60_000);

  it('refuses a schema whose migrations are not those of this version', async () => {
    await applyMigrations(database.ownerUrl, migrationsFolder);
    await withClient(database.superuserUrl, (client) =>
      client.query(
        `update _prisma_migrations set checksum = 'edited' where migration_name = (select min(migration_name) from _prisma_migrations)`,
      ),
    );
    const worker = start('worker');
    expect(await endOf(worker)).toBe(1);
    expect(worker.said()).toContain('was changed after it had been applied');
    expect(worker.said()).not.toContain('at runPrepare');
  }, 60_000);
});

describe('a plan', () => {
  it('says what a migration would do, and changes nothing', async () => {
    const plan = start('migrate', '--plan');
    expect(await endOf(plan)).toBe(0);
    expect(plan.said()).toMatch(/\d+ migrations are missing.*20261120000100_init\n {2}creates .*run/s);
    expect(plan.said()).toContain('Nothing was changed.');
    expect(await tableCount()).toBe(0);
    await applyMigrations(database.ownerUrl, migrationsFolder);
    const second = start('migrate', '--plan');
    expect(await endOf(second)).toBe(0);
    expect(second.said()).toContain('The schema is up to date: nothing will be done.');
  }, 60_000);
});

describe('the word after npm start --', () => {
  it('is a role, or refused with the roles that there are', () => {
    expect([
      wantedRole([]),
      wantedRole(['web']),
      wantedRole(['worker']),
      wantedRole(['migrate', '--plan']),
    ]).toEqual([undefined, 'web', 'worker', 'plan']);
    expect(() => wantedRole(['wrker'])).toThrow(/"wrker" is not something .*npm start -- worker/s);
    expect(() => wantedRole(['web', 'worker'])).toThrow(/"web worker" is not something/);
  });

  it('needs a database that processes can share', () => {
    const before = process.env.DATABASE_URL;
    process.env.DATABASE_URL = '';
    expect(() => checkRole('worker')).toThrow(/A worker process alone needs a database .*Set DATABASE_URL/);
    process.env.DATABASE_URL = 'postgresql://app@db/app';
    expect(() => checkRole('worker')).not.toThrow();
    if (before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = before;
  });
});
