import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { withClient } from '@/scripts/support/connect';
import { startPostgres, withoutDurability } from '@/scripts/support/postgres-server';
import { applyMigrations } from '@/server/schema/apply-migrations';
import { ownerRole, templateName } from './database-names';

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server's address, as its superuser. */
    adminDatabaseUrl: string;
    /** The password of the role that owns every app database. As in a deployment, it is not a superuser. */
    ownerPassword: string;
  }
}

/** Starts one temporary Postgres for the whole test run, with a migrated template that tests clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-test-'));
  // The server's user, if not ours, must be able to pass through.
  await chmod(folder, 0o755);
  const server = await startPostgres(join(folder, 'postgres'), withoutDurability);
  const ownerPassword = randomBytes(16).toString('hex');
  await withClient(server.superuserUrl(), async (client) => {
    await client.query(`CREATE ROLE ${ownerRole} LOGIN PASSWORD '${ownerPassword}'`);
    await client.query(`CREATE DATABASE ${templateName} OWNER ${ownerRole}`);
  });
  const template = new URL(server.superuserUrl(templateName));
  template.username = ownerRole;
  template.password = ownerPassword;
  await applyMigrations(template.href);
  project.provide('adminDatabaseUrl', server.superuserUrl());
  project.provide('ownerPassword', ownerPassword);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
