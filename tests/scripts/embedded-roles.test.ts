import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { type EmbeddedDatabases, startEmbeddedDatabases } from '@/scripts/postgres/embedded-databases';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { migrationsFolder } from '@/server/base/schema/migration-files';

// The embedded start's two roles, in a data folder of an earlier version, which had one.

let dataDir: string;
let databases: EmbeddedDatabases;

const start = async () => {
  databases = await startEmbeddedDatabases(dataDir, undefined);
};
const migrate = () =>
  applyMigrations(
    databases.ownerVariables.DATABASE_OWNER_URL,
    migrationsFolder,
    databases.variables.DATABASE_URL,
  );
const asSuperuser = (statement: string) =>
  withClient(databases.server.superuserUrl('pushboard'), (client) => client.query(statement));
const asApp = (statement: string) =>
  withClient(databases.variables.DATABASE_URL, (client) => client.query(statement));

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pushboard-embedded-'));
  // The server's user, if not ours, must be able to pass through.
  await chmod(dataDir, 0o755);
  await start();
});
afterAll(async () => {
  await databases.server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function verifyAudit() {
  const { DATABASE_URL: _unset, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('scripts/verify-audit.mjs')], {
    env: { ...env, DATA_DIR: dataDir, ENCRYPTION_KEYS: '', LOG_LEVEL: 'silent' },
    encoding: 'utf8',
  });
  return { status, words: (stdout + stderr).trim() };
}

test("S55 an embedded database of an earlier version is handed over, and the app's role owns nothing", async () => {
  await asSuperuser('ALTER DATABASE pushboard OWNER TO pushboard');
  await applyMigrations(databases.variables.DATABASE_URL);
  await asApp(`INSERT INTO audit_event (action, subject_type, subject_id) VALUES ('a', 'org', '1')`);
  await start();
  expect(await migrate()).toEqual([]);
  await expect(asApp('ALTER TABLE audit_event DISABLE TRIGGER ALL')).rejects.toThrow('must be owner');
  await expect(asApp('SET ROLE pushboard_owner')).rejects.toThrow('permission denied');
  expect((await asApp('SELECT action FROM audit_event')).rows).toEqual([{ action: 'a' }]);
});

test('the app reaches its database through a socket file, which no other user of the machine can', async () => {
  const where = 'select inet_client_addr()';
  expect((await asApp(where)).rows).toEqual([{ inet_client_addr: null }]);
  expect((await asSuperuser(where)).rows).toEqual([{ inet_client_addr: '127.0.0.1' }]);
  const { mode } = await stat(databases.server.folder);
  expect(mode & 0o077).toBe(0);
  const url = new URL(databases.variables.DATABASE_URL);
  url.password = 'wrong';
  await expect(withClient(url.href, (client) => client.query(where))).rejects.toThrow(
    'password authentication failed',
  );
});

test('S55 npm run verify-audit finds the embedded database, and says what it found', async () => {
  expect(verifyAudit()).toEqual({
    status: 0,
    words: `The audit log is unchanged: 0 rows up to row 0 match.
1 row from row 1 on is not chained yet. A worker chains new rows every few seconds.`,
  });
  await asApp(
    `INSERT INTO audit_chain (last_event_id, after_event_id, row_count, key_id, hash, row_marks)
     VALUES (1, 0, 1, 'k1', 'made up', 'made')`,
  );
  const { status, words } = verifyAudit();
  expect(status).toBe(1);
  expect(words).toContain("Row 1 doesn't match: it was changed or added");
});

test('where no socket file can be made, the app reaches its database by the port', async () => {
  const { server } = databases;
  await server.stop();
  const blocked = join(server.folder, `.s.PGSQL.${server.port}`);
  await mkdir(blocked);
  await start();
  expect(new URL(databases.variables.DATABASE_URL).searchParams.has('host')).toBe(false);
  expect((await asApp('select inet_client_addr()')).rows).toEqual([{ inet_client_addr: '127.0.0.1' }]);
});
