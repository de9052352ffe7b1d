import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { appRole, ownerRole, templateName } from './database-names';

/** A test file's own database. `drop` closes all remaining connections. */
export type TestDatabase = { url: string; drop(): Promise<void> };

/** Creates an empty database, opened as the server's superuser. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = newName('empty');
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE template0`);
  return testDatabase(name, new URL(inject('adminDatabaseUrl')));
}

/** A test file's own database with a schema, and the addresses of other roles. */
export type AppDatabase = TestDatabase & { ownerUrl: string; superuserUrl: string };

/** Creates a migrated app database, opened as the application's own role, which owns nothing. */
export const createAppDatabase = (): Promise<AppDatabase> => createOwnedDatabase(templateName, appRole);

/** Creates an app database before the first migration, opened as its owner, who is not a superuser. */
export const createUnmigratedDatabase = (): Promise<AppDatabase> =>
  createOwnedDatabase('template0', ownerRole);

async function createOwnedDatabase(template: string, role: string): Promise<AppDatabase> {
  const name = newName('app');
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${ownerRole}`);
  const urlAs = (username: string) =>
    Object.assign(new URL(inject('nearDatabaseUrl')), { username, password: inject('rolePassword') });
  return {
    ...testDatabase(name, urlAs(role)),
    ownerUrl: testDatabase(name, urlAs(ownerRole)).url,
    superuserUrl: testDatabase(name, new URL(inject('adminDatabaseUrl'))).url,
  };
}

function testDatabase(name: string, server: URL): TestDatabase {
  server.pathname = `/${name}`;
  return { url: server.href, drop: () => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

function newName(kind: string): string {
  return `test_${kind}_${randomBytes(6).toString('hex')}`;
}

/** How often a database is asked for that others still leave; Postgres itself waits for them for five seconds. */
const MOST_TRIES = 10;

async function asAdmin(statement: string): Promise<void> {
  await withClient(inject('adminDatabaseUrl'), async (client) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await client.query(statement);
      } catch (error) {
        const isInUse = error instanceof Error && 'code' in error && error.code === '55006';
        if (!isInUse || tries === MOST_TRIES) throw error;
      }
    }
  });
}
