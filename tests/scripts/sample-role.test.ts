import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { type EmbeddedDatabases, startEmbeddedDatabases } from '@/scripts/postgres/embedded-databases';

let folder: string;
let databases: EmbeddedDatabases;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushboard-sample-'));
  // The server's user, if not ours, must be able to pass through.
  await chmod(folder, 0o755);
  databases = await startEmbeddedDatabases(folder, undefined);
});

afterAll(async () => {
  await databases.server.stop();
  await rm(folder, { recursive: true, force: true });
});

const asRunner = <Result>(work: Parameters<typeof withClient<Result>>[1]) =>
  withClient(databases.variables.SAMPLE_DATABASE_URL, work);

test('S57 the role of the sample commands leaves connections to the app, and its queries end', async () => {
  const { rows } = await asRunner((client) =>
    client.query(`select rolconnlimit, current_setting('statement_timeout') as statement_timeout
      from pg_roles where rolname = current_user`),
  );
  expect(rows).toEqual([{ rolconnlimit: 60, statement_timeout: '10min' }]);
});

test('S57 what it sorts on the disk is bounded, and it cannot change that', async () => {
  const sorting = asRunner(async (client) => {
    await client.query("set work_mem = '64kB'");
    await client.query(
      "select repeat('x', 1000) || i from generate_series(1, 400000) i order by 1 offset 399999",
    );
  });
  await expect(sorting).rejects.toMatchObject({ code: '53400' });
  const changing = asRunner((client) => client.query('set temp_file_limit = -1'));
  await expect(changing).rejects.toMatchObject({ code: '42501' });
});
