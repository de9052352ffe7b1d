import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { migrationsFolder } from '@/server/base/schema/migration-files';
import { createEmptyDatabase, type TestDatabase } from '../support/app/database';

// DATABASE_OWNER_URL: one role owns the schema, and the application logs in as another.

const password = randomBytes(8).toString('hex');
const roles: string[] = [];
let database: TestDatabase;
let owner: string;
let app: string;

const as = (role: string) => Object.assign(new URL(database.url), { username: role, password }).href;
const query = (url: string, statement: string) =>
  withClient(url, async (client) => (await client.query<Record<string, unknown>>(statement)).rows);
const migrate = () => applyMigrations(as(owner), migrationsFolder, as(app));

function newRole(kind: string): string {
  const role = `${kind}_${randomBytes(6).toString('hex')}`;
  roles.push(role);
  return role;
}

async function createRole(role: string, options = ''): Promise<void> {
  await query(database.url, `CREATE ROLE ${role} LOGIN PASSWORD '${password}' ${options}`);
}

/** What an operator does once: the owner's role gets the database, and the app's role its tables' heir. */
async function makeOwner(): Promise<void> {
  await createRole(owner);
  const name = new URL(database.url).pathname.slice(1);
  await query(database.url, `ALTER DATABASE ${name} OWNER TO ${owner}; GRANT ${app} TO ${owner}`);
}

/** A database as an earlier version left it: its tables and the queue belong to the app's role. */
async function migrateAsApp(): Promise<void> {
  await createRole(app);
  const name = new URL(database.url).pathname.slice(1);
  await query(database.url, `ALTER DATABASE ${name} OWNER TO ${app}`);
  await applyMigrations(as(app));
  await query(as(app), `INSERT INTO audit_event (action, subject_type, subject_id) VALUES ('a', 'org', '1')`);
}

const others = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;
const owners = `SELECT DISTINCT relowner::regrole::text AS owner FROM pg_class
  WHERE relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)`;

beforeEach(async () => {
  database = await createEmptyDatabase();
  [owner, app] = [newRole('owner'), newRole('app')];
});
afterEach(async () => {
  // The queue's migrations close their connection a moment after they are done.
  await expect.poll(() => query(database.url, others)).toEqual([]);
  await database.drop();
});
afterAll(() =>
  withClient(inject('adminDatabaseUrl'), async (client) => {
    for (const role of roles) await client.query(`DROP ROLE IF EXISTS ${role}`);
  }),
);

/** Changes that only the owner of the audit log, or a superuser, can make. */
const tampering = [
  'ALTER TABLE audit_event DISABLE TRIGGER audit_event_append_only',
  'ALTER TABLE audit_event DISABLE TRIGGER ALL',
  'DROP TRIGGER audit_event_append_only ON audit_event',
  'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
  'CREATE RULE quiet AS ON INSERT TO audit_event DO INSTEAD NOTHING',
  'ALTER TABLE audit_event ADD COLUMN more text',
  'ALTER TABLE audit_event RENAME TO other',
  'DROP TABLE audit_event',
  'DROP SCHEMA public CASCADE',
  'TRUNCATE audit_event',
  "UPDATE audit_event SET action = 'b'",
  'DELETE FROM audit_event',
  'SET session_replication_role = replica',
  "SELECT setval('audit_event_audit_event_id_seq', 1)",
  'CREATE TABLE other (id int)',
  'DELETE FROM _prisma_migrations',
];

async function expectNoTampering(): Promise<void> {
  await query(as(app), `INSERT INTO audit_event (action, subject_type, subject_id) VALUES ('a', 'org', '1')`);
  for (const statement of [...tampering, `SET ROLE ${owner}`]) {
    await expect(query(as(app), statement), statement).rejects.toThrow(/permission denied|must be owner/);
  }
}

describe('S55 with an owner of the schema', () => {
  test("a new database belongs to the owner, and the app's role can't tamper with the audit log", async () => {
    await createRole(app);
    await makeOwner();
    expect(await migrate()).not.toEqual([]);
    expect(await query(database.url, owners)).toEqual([{ owner }]);
    await expectNoTampering();
  });

  test('an earlier database is handed over with its rows, and only once', async () => {
    await migrateAsApp();
    await expect(expectNoTampering()).rejects.toThrow();
    await makeOwner();
    const before = await query(database.url, 'SELECT * FROM audit_event');
    expect(await migrate()).toEqual([]);
    expect(await migrate()).toEqual([]);
    expect(await query(database.url, owners)).toEqual([{ owner }]);
    expect((await query(database.url, 'SELECT * FROM audit_event ORDER BY 1')).slice(0, 1)).toEqual(
      before.slice(0, 1),
    );
    await expectNoTampering();
  });

  test('tables that the owner adds later are open to the app', async () => {
    await createRole(app);
    await makeOwner();
    await migrate();
    await query(as(owner), 'CREATE TABLE later (id serial, note text)');
    await query(as(app), "INSERT INTO later (note) VALUES ('a'); UPDATE later SET note = 'b'");
    expect(await query(as(app), 'SELECT note FROM later')).toEqual([{ note: 'b' }]);
  });

  test('an owner that may create roles creates the role of the app', async () => {
    await createRole(owner, 'SUPERUSER');
    await migrate();
    await expectNoTampering();
  });
});

describe('S55 rights that would undo it stop the start', () => {
  test('tables that the owner may not take', async () => {
    await migrateAsApp();
    await createRole(owner);
    await expect(migrate()).rejects.toThrow(`GRANT "${app}" TO`);
    expect(await query(database.url, owners)).toEqual([{ owner: app }]);
  });

  test.each([
    ['is a superuser', () => query(database.url, `ALTER ROLE ${app} SUPERUSER`)],
    ['may create roles', () => query(database.url, `ALTER ROLE ${app} CREATEROLE`)],
    [
      "is a member of the owner's role",
      () => query(database.url, `REVOKE ${app} FROM ${owner}; GRANT ${owner} TO ${app}`),
    ],
    [
      'owns the database',
      () =>
        query(
          database.url,
          `GRANT CREATE ON SCHEMA public TO ${owner};
           ALTER DATABASE ${new URL(database.url).pathname.slice(1)} OWNER TO ${app}`,
        ),
    ],
  ])('an app role that %s', async (problem, arrange) => {
    await createRole(app);
    await makeOwner();
    await migrate();
    await arrange();
    await expect(migrate()).rejects.toThrow(`"${app}" of DATABASE_URL ${problem}`);
  });

  test('a role that does not exist, and that the owner may not create', async () => {
    await createRole(owner);
    await expect(migrate()).rejects.toThrow(`The role "${app}" of DATABASE_URL doesn't exist`);
  });

  test('a database that was handed over, without DATABASE_OWNER_URL', async () => {
    await createRole(app);
    await makeOwner();
    await migrate();
    await expect(applyMigrations(as(app))).rejects.toThrow(
      `The tables of this database belong to the role ${owner}. Set DATABASE_OWNER_URL`,
    );
  });
});
