import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { withClient } from '@/scripts/postgres/connect';
import { forTests, startPostgres } from '@/scripts/postgres/postgres-server';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { migrationsFolder } from '@/server/base/schema/migration-files';
import { appRole, ownerRole, templateName } from '../app/database-names';

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server's address, as its superuser. */
    adminDatabaseUrl: string;
    /** The same through its socket file, as the application reaches its own database. */
    nearDatabaseUrl: string;
    /** The password of the role that owns every app database, and of the role that the application logs in as. */
    rolePassword: string;
  }
}

/** Starts one temporary Postgres for the whole test run, with a migrated template that tests clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Each file's database has hundreds of files: creating and deleting them on a disk took a tenth of the tests' work.
  const folder = await mkdtemp(join(process.env.TEST_DATABASES_DIR ?? tmpdir(), 'pushboard-test-'));
  // The server's user, if not ours, must be able to pass through.
  await chmod(folder, 0o755);
  // Every worker has connections of its own.
  const server = await startPostgres(join(folder, 'postgres'), {
    ...forTests,
    max_connections: '200',
  });
  const rolePassword = randomBytes(16).toString('hex');
  await withClient(server.superuserUrl(), async (client) => {
    for (const role of [ownerRole, appRole])
      await client.query(`CREATE ROLE ${role} LOGIN PASSWORD '${rolePassword}'`);
    await client.query(`CREATE DATABASE ${templateName} OWNER ${ownerRole}`);
  });
  const templateAs = (role: string) => {
    const url = new URL(server.superuserUrl(templateName));
    return Object.assign(url, { username: role, password: rolePassword }).href;
  };
  await applyMigrations(templateAs(ownerRole), migrationsFolder, templateAs(appRole));
  await withClient(templateAs(ownerRole), beginWithLongIds);
  project.provide('adminDatabaseUrl', server.superuserUrl());
  project.provide('nearDatabaseUrl', server.throughSocket(server.superuserUrl()));
  project.provide('rolePassword', rolePassword);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Where the ids of runs and of other work begin, so that tests notice what takes only 32 bits. */
const FIRST_LONG_ID = 5_000_000_000;

async function beginWithLongIds(client: Client): Promise<void> {
  await client.query(
    `select setval(format('%I', sequencename)::regclass, $1) from pg_sequences
     where schemaname = 'public' and max_value = $2`,
    [FIRST_LONG_ID, Number.MAX_SAFE_INTEGER],
  );
}
