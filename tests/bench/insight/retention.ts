import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inBatches } from '@/jobs/in-batches';
import { startPostgres } from '@/scripts/postgres/postgres-server';
import { pool } from '@/server/base/database/db';
import { unhurried } from '@/server/base/database/patience';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { RetentionPass } from '@/server/insight/retention/retention-pass';
import { RunCounter } from '@/server/insight/rollup/count-runs';
import { fillHistory, HISTORY_RUNS, LAST_RUN_AT } from '../support/fill-history';
import { fillLibrary } from '../support/fill-library';
import { printTable, type Timing, timingOf } from '../support/measure';
import { logDuration } from '../support/time-requests';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
const DELETED_DAYS = 30;
const QUIET_TIMES = 1000;
const ORG = 'bench';

/** What a run writes to the table `run`: a row when it starts, and another version of it when it ends. */
const RUN = `with started as (
    insert into run (org_id, command_id, template_id, started_by_user_id, trigger, queued_at, params)
    select org_id, command_id, template_id, created_by_user_id, 'api', now(), '{"a":1}'
    from command where org_id = '${ORG}' limit 1 returning run_id
  ) select run_id from started`;
const END = `update run set status = 'success', started_at = now(), ended_at = now() where org_id = '${ORG}' and run_id = $1`;

/**
 * How long a worker takes to delete the oldest month of a million runs, or of `HISTORY_RUNS`, and how long another
 * connection takes meanwhile to write what a run writes.
 */
export async function benchRetention(): Promise<void> {
  const runs = Number(process.env.HISTORY_RUNS ?? HISTORY_RUNS);
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-bench-'));
  await chmod(folder, 0o755);
  const server = await startPostgres(join(folder, 'own'));
  const databaseUrl = server.superuserUrl();
  await applyMigrations(databaseUrl);
  Object.assign(process.env, {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'warn',
    RUN_RETENTION_DAYS: String(daysToKeep(runs)),
  });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`insert into org (org_id, name) values ('${ORG}', 'Bench')`);
    await client.query(`insert into "user" (user_id, name) values ('bench-owner', 'Owner')`);
    await fillLibrary(client, ORG, 'bench-owner');
    await logDuration(`${runs.toLocaleString('en-US')} runs`, () => fillHistory(client, ORG, runs));
    await logDuration('counted for Analytics', countAll);
    const sized = "select pg_size_pretty(pg_total_relation_size('run')) as value";
    console.log(`\nThe table run takes ${await textOf(client, sized)}`);
    let isOver = false;
    const quiet = await timed(client, (times) => times === QUIET_TIMES);
    const countBefore = await textOf(client, 'select count(*)::text as value from run');
    const wal = await textOf(client, 'select pg_current_wal_lsn()::text as value');
    const deleting = logDuration('the oldest month deleted', async () => {
      const pass = new RetentionPass();
      await inBatches('deleting old runs', new AbortController().signal, () => pass.nextBatch());
    }).finally(() => {
      isOver = true;
    });
    const written: number[] = [];
    const meanwhile = await timed(client, (times) => {
      written[0] = times;
      return isOver;
    });
    await deleting;
    const gone =
      Number(countBefore) +
      (written[0] ?? 0) -
      Number(await textOf(client, 'select count(*)::text as value from run'));
    const walSize = `select pg_size_pretty(pg_current_wal_lsn() - '${wal}'::pg_lsn) as value`;
    console.log(`${gone} runs deleted, with ${await textOf(client, walSize)} of WAL`);
    printTable('What a run writes (milliseconds)', { before: quiet, meanwhile });
    await logDuration('vacuumed', () => client.query('vacuum run'));
  } finally {
    await client.end();
    await pool().end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The runs are a minute apart. */
function daysToKeep(runs: number): number {
  const oldestMs = Date.parse(LAST_RUN_AT) - runs * MINUTE_MS;
  const beforeMs = (Math.floor(oldestMs / DAY_MS) + DELETED_DAYS) * DAY_MS;
  return Math.floor((Date.now() - beforeMs) / DAY_MS);
}

async function countAll(): Promise<void> {
  const counter = new RunCounter();
  while ((await unhurried(() => counter.nextBatch())) > 0);
}

async function textOf(client: pg.Client, text: string): Promise<string> {
  const { rows } = await client.query<{ value: string }>(text);
  return rows[0]?.value ?? '';
}

/** Writes a run again and again. */
async function timed(client: pg.Client, isOver: (times: number) => boolean): Promise<Timing> {
  const took: number[] = [];
  while (!isOver(took.length)) {
    const startedAtMs = performance.now();
    const { rows } = await client.query<{ run_id: string }>(RUN);
    await client.query(END, [rows[0]?.run_id]);
    took.push(performance.now() - startedAtMs);
  }
  return timingOf(took);
}
