import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  appendFile,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differences } from '@/scripts/operator/backup/table-sums';
import { withClient } from '@/scripts/postgres/connect';
import { recordAudit } from '@/server/access/audit';
import { AuditChainer } from '@/server/audit/chain-audit';
import { transaction } from '@/server/base/database/db';
import { OPERATOR } from '@/server/people/sign-in/operator/person';
import { type ConfiguredApp, configureApp } from '../../support/app/app';
import { hasPostgres, startDebianPostgres } from '../../support/app/debian-postgres';

const keys = `k1:${randomBytes(32).toString('base64')}`;

describe.runIf(hasPostgres())('a backup', () => {
  let postgres: Awaited<ReturnType<typeof startDebianPostgres>>;
  let app: ConfiguredApp;
  let folder: string;
  let made: string;

  const urlOf = (role: string, database: string) =>
    Object.assign(new URL(postgres.url), { username: role, password: `of ${role}`, pathname: `/${database}` })
      .href;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pushboard-backup-'));
    postgres = await startDebianPostgres();
    await withClient(postgres.url, async (client) => {
      await client.query(`create role owner login createdb password 'of owner'`);
      await client.query(`create role app login password 'of app'`);
      for (const name of ['pushboard', 'empty']) await client.query(`create database ${name} owner owner`);
    });
    await expectEnd('.build/prepare.mjs', []);
    app = await configureApp(urlOf('app', 'pushboard'), { ENCRYPTION_KEYS: keys });
    for (const subjectId of ['one', 'two']) {
      const event = {
        orgId: null,
        action: 'person.sign_in_link',
        subjectType: 'session',
        subjectId,
      } as const;
      await transaction((tx) => recordAudit(tx, OPERATOR, event));
    }
    const chainer = new AuditChainer();
    while ((await chainer.nextBatch()) > 0);
    await mkdir(join(folder, 'results', 'sandbox-1'), { recursive: true });
    await writeFile(join(folder, 'results', 'sandbox-1', '1.jsonl'), '{"value":42,"type":"int4"}\n');
    await writeFile(join(folder, 'results', '.deployment'), 'the sign of this folder');
    made = await backUp('made');
  }, 120_000);

  afterAll(async () => {
    await app?.stop();
    postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(program: string, args: string[], more: Record<string, string> = {}) {
    const child = spawn(process.execPath, [program, ...args], {
      env: {
        NODE_ENV: 'test',
        PATH: process.env.PATH,
        DATABASE_URL: urlOf('app', 'pushboard'),
        DATABASE_OWNER_URL: urlOf('owner', 'pushboard'),
        ENCRYPTION_KEYS: keys,
        DATA_DIR: folder,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await once(child, 'close');
    return { code, said: (await said).join('') };
  }

  const backup = (args: string[], more?: Record<string, string>) => run('scripts/backup.mjs', args, more);

  async function expectEnd(program: string, args: string[]): Promise<string> {
    const { code, said } = await run(program, args);
    expect([said, code]).toEqual([said, 0]);
    return said;
  }

  async function backUp(name: string): Promise<string> {
    const target = join(folder, name);
    await expectEnd('scripts/backup.mjs', ['create', target, '--keys', join(folder, `${name}.keys`)]);
    return target;
  }

  async function copyOf(name: string): Promise<string> {
    const target = join(folder, name);
    await cp(made, target, { recursive: true });
    return target;
  }

  const databases = () =>
    withClient(postgres.url, async (client) =>
      (await client.query('select datname from pg_database')).rows.map(({ datname }) => datname),
    );

  it('is verified by restoring it into a scratch database, of which nothing stays', async () => {
    const said = await expectEnd('scripts/backup.mjs', ['verify', made]);
    expect(said).toMatch(
      /can be restored.*audit log matches its chain \(2 rows\).*1 result is unchanged since the copy/s,
    );
    expect((await databases()).filter((name) => name.startsWith('pushboard_verify'))).toEqual([]);
  });

  it('of an audit log whose key is lost is made only when asked for, and says what that means', async () => {
    const other = { ENCRYPTION_KEYS: `k9:${randomBytes(32).toString('base64')}` };
    const target = join(folder, 'unverified');
    const refused = await backup(['create', target], other);
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringMatching(
        /can't be verified, so no backup was made: The key "k1".*--unverified-audit/s,
      ),
    });
    expect(existsSync(target)).toBe(false);
    const made = await backup(['create', target, '--unverified-audit'], other);
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining('verified only up to row 0') });
    const verified = await backup(['verify', target], other);
    expect(verified).toMatchObject({
      code: 0,
      said: expect.stringContaining('with --unverified-audit: 0 rows match'),
    });
  });

  it('says what is missing in its arguments', async () => {
    const without = { DATABASE_URL: '', DATABASE_OWNER_URL: '', DATA_DIR: join(folder, 'nothing') };
    for (const [args, says] of [
      [
        ['verify', made],
        'DATABASE_URL is not set, and the embedded database is not running. Name one with --server',
      ],
      [['restore', made], '--to is missing, the address of an empty database'],
      [['create'], 'The folder of the backup is missing: npm run backup -- create FOLDER'],
    ] as const)
      expect(await backup([...args], without)).toMatchObject({
        code: 1,
        said: expect.stringContaining(says),
      });
  });

  it('holds no key, and puts the ring where only its owner can read it', async () => {
    const secret = keys.slice('k1:'.length);
    expect(await readFile(join(made, 'manifest.json'), 'utf8')).not.toContain(secret);
    const file = join(folder, 'made.keys');
    expect((await readFile(file, 'utf8')).trim()).toBe(keys);
    for (const each of [file, join(made, 'database.dump'), join(made, 'manifest.json')])
      expect([each, (await stat(each)).mode & 0o777]).toEqual([each, 0o600]);
    const inside = await backup(['create', join(folder, 'other'), '--keys', join(folder, 'other', 'keys')]);
    expect(inside).toMatchObject({ code: 1, said: expect.stringContaining('must not be in the folder') });
    expect(existsSync(join(folder, 'other'))).toBe(false);
  });

  it('is not verified with a byte more in the dump, another result, or without its keys', async () => {
    const dump = await copyOf('of-a-changed-dump');
    await appendFile(join(dump, 'database.dump'), 'x');
    expect(await backup(['verify', dump])).toMatchObject({
      code: 1,
      said: expect.stringContaining('is not the file that was backed up'),
    });
    const result = await copyOf('of-a-changed-result');
    await writeFile(join(result, 'results', 'sandbox-1', '1.jsonl'), '{"value":43,"type":"int4"}\n');
    expect(await backup(['verify', result])).toMatchObject({
      code: 1,
      said: expect.stringContaining('1.jsonl is not the file'),
    });
    const others = { ENCRYPTION_KEYS: `k2:${randomBytes(32).toString('base64')}` };
    expect(await backup(['verify', made], others)).toMatchObject({
      code: 1,
      said: expect.stringContaining('needs the keys k1'),
    });
    expect(await backup(['verify', made, '--keys', join(folder, 'made.keys')], others)).toMatchObject({
      code: 0,
    });
    const same = { ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}` };
    expect(await backup(['verify', made], same)).toMatchObject({
      code: 1,
      said: expect.stringContaining('The key k1 in ENCRYPTION_KEYS is not the key k1'),
    });
  });

  it('that is verified with a file of other keys names that file, and says nothing else', async () => {
    const file = join(folder, 'other.keys');
    const verify = () => backup(['verify', made, '--keys', file]);
    await writeFile(file, `k1:${randomBytes(32).toString('base64')}\n`);
    expect(await verify()).toEqual({
      code: 1,
      said: `The key k1 in ${file} is not the key k1 that the backup was encrypted with. Name the file that holds it with --keys.\n`,
    });
    await writeFile(file, `k2:${randomBytes(32).toString('base64')}\n`);
    expect(await verify()).toEqual({
      code: 1,
      said: `The backup needs the keys k1, which aren't in ${file}. Name the file that holds them with --keys.\n`,
    });
    await writeFile(file, 'k1:short\n');
    expect(await verify()).toMatchObject({
      code: 1,
      said: expect.stringMatching(
        new RegExp(`^The keys in ${file} can't be used: the file has 3 bytes instead of 32`),
      ),
    });
  });

  it('is not verified by a role that may not create the scratch database, which the refusal names', async () => {
    const said = await backup(['verify', made, '--server', urlOf('app', 'pushboard')]);
    expect(said).toMatchObject({
      code: 1,
      said: expect.stringContaining(
        'The role app may not create the scratch database. As a superuser: ALTER ROLE "app" CREATEDB;',
      ),
    });
  });

  it('that was not made to its end is refused', async () => {
    const half = await copyOf('half');
    await rm(join(half, 'manifest.json'));
    expect(await backup(['verify', half])).toMatchObject({
      code: 1,
      said: expect.stringContaining('is not a complete backup'),
    });
    const missing = join(folder, 'not-there');
    expect(await backup(['verify', missing])).toMatchObject({
      code: 1,
      said: expect.stringContaining(`The folder ${missing} doesn't exist.`),
    });
  });

  it('is restored into an empty database alone, and into an empty folder of results', async () => {
    const to = urlOf('owner', 'empty');
    const here = await backup(['restore', made, '--to', to]);
    expect(here).toMatchObject({ code: 1, said: expect.stringContaining('The folder of results') });
    const elsewhere = { DATA_DIR: join(folder, 'elsewhere') };
    await mkdir(join(folder, 'elsewhere', 'results'), { recursive: true });
    // The original runs on, and has no result yet.
    const inUse = join(folder, 'in-use');
    await mkdir(inUse);
    await writeFile(join(inUse, '.deployment'), 'the sign of this folder');
    const shared = await backup(['restore', made, '--to', to, '--results', inUse]);
    expect(shared).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The Pushboard that was backed up keeps its results in .*--results/),
    });
    await writeFile(join(inUse, '.deployment'), 'of another one');
    const remember = (sign: string | null) =>
      withClient(urlOf('owner', 'pushboard'), (client) =>
        client.query('update installation set results_sign = $1', [sign]),
      );
    await remember('of another one');
    expect(await backup(['restore', made, '--to', to, '--results', inUse])).toMatchObject({
      code: 1,
      said: expect.stringContaining('The Pushboard of DATABASE_URL keeps its results in'),
    });
    await remember(null);
    expect(await readFile(join(inUse, '.deployment'), 'utf8')).toBe('of another one');
    await writeFile(join(folder, 'elsewhere', 'results', '.deployment'), 'of a start in between');
    const full = await backup(['restore', made, '--to', urlOf('owner', 'pushboard')], elsewhere);
    expect(full).toMatchObject({ code: 1, said: expect.stringContaining('is not empty: it has') });
    const results = join(folder, 'elsewhere', 'results');
    expect(await backup(['restore', made, '--to', to, '--results', results])).toMatchObject({
      code: 0,
      said: expect.stringMatching(
        `to the same keys, RESULTS_DIR to ${results}, and start\\..*npm run admin -- release`,
      ),
    });
    expect(await readFile(join(results, 'sandbox-1', '1.jsonl'), 'utf8')).toContain('42');
    expect(await readFile(join(results, '.deployment'), 'utf8')).toContain('the sign');
    const people = (database: string) =>
      withClient(urlOf('owner', database), async (client) => (await client.query('table "user"')).rows);
    expect(await people('empty')).toEqual(await people('pushboard'));
    // The next start gives the application's role its rights, and finds that this is a copy.
    const started = await run('.build/prepare.mjs', [], {
      DATABASE_URL: urlOf('app', 'empty'),
      DATABASE_OWNER_URL: urlOf('owner', 'empty'),
      ...elsewhere,
    });
    expect(started).toMatchObject({ code: 0, said: expect.stringContaining('This database is a copy') });
  });

  it('is refused with what to install where the programs of Postgres are too old or missing', async () => {
    const programs = join(folder, 'programs');
    await mkdir(programs);
    await mkdir(join(folder, 'empty'));
    const before = await readdir(folder);
    const refused = (name: string) =>
      backup(['create', join(folder, name), '--programs', programs, '--keys', join(folder, 'lost.keys')]);
    const missing = await refused('new/deep');
    expect(missing).toMatchObject({
      code: 1,
      said: expect.stringMatching(/pg_dump was not found\. Install/),
    });
    await writeFile(join(programs, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.1"\n');
    await chmod(join(programs, 'pg_dump'), 0o755);
    expect(await refused('empty')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/pg_dump 9 is too old for Postgres \d+.*https:\/\/apt\.postgresql\.org/),
    });
    // Neither a folder nor the keys stay, and a folder that was there before does.
    expect(await readdir(folder)).toEqual(before);
    expect(await readdir(join(folder, 'empty'))).toEqual([]);
  });

  it('is not made of an audit log that was changed', async () => {
    await withClient(
      Object.assign(new URL(postgres.url), { pathname: '/pushboard' }).href,
      async (client) => {
        await client.query('set session_replication_role = replica');
        await client.query(
          `update audit_event set action = 'other' where audit_event_id = (select min(audit_event_id) from audit_event)`,
        );
      },
    );
    expect(await backup(['create', join(folder, 'of-a-changed-log')])).toMatchObject({
      code: 1,
      said: expect.stringContaining("The audit log doesn't match its chain"),
    });
  });
});

describe('what differs between a backup and what was restored from it', () => {
  it('is named table by table', () => {
    const table = (rows: string, hash: string) => ({ rows, hash });
    const expected = { a: table('2', '7'), b: table('2', '7'), c: table('2', '7'), d: table('2', '7') };
    const found = { a: table('2', '7'), b: table('1', '3'), c: table('2', '8') };
    expect(differences(expected, found)).toEqual([
      'd is missing.',
      'b has 1 row instead of 2.',
      'c has other rows than the backup, although as many (2).',
    ]);
  });
});
