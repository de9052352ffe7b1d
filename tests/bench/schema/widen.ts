import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '@/scripts/postgres/postgres-server';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { migrationsFolder } from '@/server/base/schema/migration-files';
import { describePlan } from '@/server/base/schema/migration-plan';
import { widenInstallation } from '@/server/base/schema/widen-installation';
import { fillHistory, HISTORY_RUNS } from '../support/fill-history';
import { fillLibrary } from '../support/fill-library';
import { logDuration } from '../support/time-requests';

const ORG = 'bench';
/** A small result, which is a row of the database. */
const RESULT_BYTES = 400;

/**
 * How long `npm start -- migrate --wide` takes for a million runs, or `HISTORY_RUNS`, each with a small result, and how
 * much disk it needs meanwhile, next to what `migrate --plan` says.
 */
export async function benchWiden(): Promise<void> {
  const runs = Number(process.env.HISTORY_RUNS ?? HISTORY_RUNS);
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-bench-'));
  await chmod(folder, 0o755);
  const server = await startPostgres(join(folder, 'own'));
  const url = server.superuserUrl();
  try {
    await applyMigrations(url, migrationsFolder, undefined, 32);
    await withOwn(url, async (client) => {
      await client.query(`insert into org (org_id, name) values ('${ORG}', 'Bench')`);
      await client.query(`insert into "user" (user_id, name) values ('bench-owner', 'Owner')`);
      await fillLibrary(client, ORG, 'bench-owner');
      await logDuration(`${runs.toLocaleString('en-US')} runs`, () => fillHistory(client, ORG, runs));
      await logDuration('their results', () =>
        client.query(
          `insert into run_result (org_id, run_id, lines) select org_id, run_id, repeat(md5(run_id::text), $1) from run`,
          [Math.ceil(RESULT_BYTES / 32)],
        ),
      );
      await client.query('vacuum analyze');
      await client.query('checkpoint');
    });
    const before = await bytesOf(url);
    for (const line of await describePlan(url)) console.log(line);
    let most = before;
    const watching = setInterval(
      () => void bytesOf(url).then((bytes) => (most = Math.max(most, bytes))),
      1000,
    );
    await logDuration('widened, with the vacuum after it', () => widenInstallation(url));
    clearInterval(watching);
    console.log(
      `The database takes ${megabytes(before)} before, ${megabytes(most)} at most meanwhile, and ${megabytes(await bytesOf(url))} after.`,
    );
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

async function withOwn(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await work(client).finally(() => client.end());
}

/** The size of the database's files. What a transaction copies counts before it ends. */
async function bytesOf(url: string): Promise<number> {
  let bytes = 0;
  await withOwn(url, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    );
    bytes = Number(rows[0]?.bytes);
  });
  return bytes;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;
