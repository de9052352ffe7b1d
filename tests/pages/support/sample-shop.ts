import type { TestProject } from 'vitest/node';
import { loadSampleDatabase } from '@/prisma/demo/load-sample-database';
import { withClient } from '@/scripts/postgres/connect';

declare module 'vitest' {
  interface ProvidedContext {
    /** The sample database, as the commands of the sandbox reach it, and as its owner. */
    sampleDatabaseUrl: string;
    sampleOwnerUrl: string;
  }
}

const DATABASE = 'sample_shop';

/** Fills the sample database, on the server that the tests share. */
export default async function setup(project: TestProject): Promise<void> {
  const { adminDatabaseUrl, rolePassword } = project.getProvidedContext();
  await withClient(adminDatabaseUrl, async (client) => {
    for (const role of ['sample_owner', 'sample_runner']) {
      await client.query(`CREATE ROLE ${role} LOGIN PASSWORD '${rolePassword}'`);
    }
    await client.query(`CREATE DATABASE ${DATABASE} OWNER sample_owner`);
  });
  const urlAs = (username: string) =>
    Object.assign(new URL(adminDatabaseUrl), { username, password: rolePassword, pathname: `/${DATABASE}` })
      .href;
  await loadSampleDatabase(urlAs('sample_owner'));
  project.provide('sampleDatabaseUrl', urlAs('sample_runner'));
  project.provide('sampleOwnerUrl', urlAs('sample_owner'));
}
