import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { withClient } from '@/scripts/support/connect';
import { ownerRole, templateName } from './database-names';

/** A test file's own database. `drop` closes all remaining connections. */
export type TestDatabase = { url: string; drop(): Promise<void> };

/** Creates an empty database, opened as the server's superuser. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = newName('empty');
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE template0`);
  return testDatabase(name, new URL(inject('adminDatabaseUrl')));
}

/** Creates a migrated app database, opened as its owner, who is not a superuser. */
export const createAppDatabase = (): Promise<TestDatabase> => createOwnedDatabase(templateName);

/** Creates an app database before the first migration. */
export const createUnmigratedDatabase = (): Promise<TestDatabase> => createOwnedDatabase('template0');

async function createOwnedDatabase(template: string): Promise<TestDatabase> {
  const name = newName('app');
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${ownerRole}`);
  const url = new URL(inject('adminDatabaseUrl'));
  url.username = ownerRole;
  url.password = inject('ownerPassword');
  return testDatabase(name, url);
}

function testDatabase(name: string, server: URL): TestDatabase {
  server.pathname = `/${name}`;
  return { url: server.href, drop: () => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

function newName(kind: string): string {
  return `test_${kind}_${randomBytes(6).toString('hex')}`;
}

async function asAdmin(statement: string): Promise<void> {
  await withClient(inject('adminDatabaseUrl'), (client) => client.query(statement));
}
