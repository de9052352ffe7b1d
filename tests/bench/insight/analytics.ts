import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { withClient } from '@/scripts/postgres/connect';
import { type BenchApp, startBenchApp } from '../support/bench-app';
import { fillHistory, HISTORY_RUNS } from '../support/fill-history';
import { fillLibrary } from '../support/fill-library';
import { measure, printTable, type Timing } from '../support/measure';
import { logDuration, timeRequests } from '../support/time-requests';

const ORG = 'sandbox-1';
const DAYS = 'since=2026-08-10&until=2026-11-01&zone=America/New_York';
const LOOK_AGAIN_MS = 200;

const calls: Readonly<Record<string, string>> = {
  'weekly-success-failure': `runs/weekly-success-failure?${DAYS}`,
  'weekly-success-failure, a year': 'runs/weekly-success-failure?since=2025-11-03&until=2026-11-01',
  'legos/trending': 'legos/trending?zone=America/New_York',
  'runners/trending': 'runners/trending?zone=America/New_York',
  'additions-weekly-by-user': `syncs/additions-weekly-by-user?${DAYS}`,
  'weekly-reasons': `runs/weekly-reasons?${DAYS}`,
  'weekly-origins': `runs/weekly-origins?${DAYS}`,
  'weekly-times': `runs/weekly-times?${DAYS}`,
  'by-command': `runs/by-command?${DAYS}`,
  'by-connection': `runs/by-connection?${DAYS}`,
  'by-group': `runs/by-group?${DAYS}`,
  'minutes-saved': `minutes-saved?${DAYS}`,
  unused: 'commands/unused',
  'one-person': 'commands/one-person',
};

/** What the calls would ask, if nothing had been counted. */
const direct: Readonly<Record<string, string>> = {
  'weekly-success-failure': `select date_trunc('week', created_at, 'America/New_York') as week,
      count(*) filter (where end_reason is null), count(*) filter (where end_reason is not null)
    from run r where org_id = '${ORG}' and queued_at is not null and trigger <> 'dropdown' and trigger <> 'startup'
      and created_at >= '2026-08-10T04:00:00Z' and created_at < '2026-11-02T05:00:00Z' group by 1`,
  'by-command': `select command_id, count(*) filter (where end_reason is null),
      count(*) filter (where end_reason is not null),
      percentile_cont(array[0.5, 0.95]) within group (order by ended_at - started_at) filter (where status = 'success'),
      percentile_cont(array[0.5, 0.95]) within group (order by started_at - queued_at)
    from run r where org_id = '${ORG}' and queued_at is not null and trigger <> 'dropdown' and trigger <> 'startup'
      and created_at >= '2026-08-10T04:00:00Z' and created_at < '2026-11-02T05:00:00Z' group by 1`,
  'legos/trending': `select command_id, count(*), count(*) filter (where created_at >= '2026-10-03T04:00:00Z')
    from run r where org_id = '${ORG}' and queued_at is not null and trigger <> 'dropdown' and trigger <> 'startup' group by 1`,
  'runners/trending': `select started_by_user_id, count(*), count(*) filter (where created_at >= '2026-10-03T04:00:00Z')
    from run r where org_id = '${ORG}' and queued_at is not null and trigger <> 'dropdown' and trigger <> 'startup' group by 1`,
};

/**
 * The figures of a million runs, or of `HISTORY_RUNS`: how long a worker takes to count them after an upgrade, how long
 * the calls take, and how long counting the runs themselves would take.
 */
export async function benchAnalytics(): Promise<void> {
  const runs = Number(process.env.HISTORY_RUNS ?? HISTORY_RUNS);
  const app = await startBenchApp('select 1');
  try {
    await withClient(app.databaseUrl, async (client) => {
      await fillLibrary(client, ORG, 'demo-dana');
      await client.query('update command set minutes_saved = 5 where org_id = $1', [ORG]);
      await logDuration(`${runs.toLocaleString('en-US')} runs`, () => fillHistory(client, ORG, runs));
      await logDuration('Counted by the worker', () => untilCounted(client));
      await printSizes(client);
      const counted: Record<string, Timing> = {};
      for (const [name, text] of Object.entries(direct))
        counted[name] = await measure(3, () => client.query(text));
      printTable('Counting the runs themselves (milliseconds)', counted);
    });
    const questions = Object.fromEntries(
      Object.entries(calls).map(([name, path]) => [name, `/${ORG}/analytics/${path}`]),
    );
    printTable('The calls (milliseconds)', await timeRequests(app, 'demo-dana', questions));
    printTable('The page (milliseconds)', { 'as the server sends it': await timePage(app) });
  } finally {
    await app.stop();
  }
}

/** The page of Analytics, without what its scripts ask for afterward. */
async function timePage({ origin }: BenchApp): Promise<Timing> {
  const signedIn = await fetch(`${origin}/api/v1/demo/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ userId: 'demo-dana' }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  return measure(15, async () => {
    const page = await fetch(`${origin}/sandbox/analytics`, { headers: { cookie } });
    if (!page.ok || page.redirected) throw new Error(`The page answered ${page.status} at ${page.url}`);
    await page.arrayBuffer();
  });
}

/** Waits until the worker has gone past every run. */
async function untilCounted(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_done: boolean }>(
      'select reached_run_id >= (select max(run_id) from run) as is_done from figure_progress',
    );
    if (rows[0]?.is_done) break;
    await sleep(LOOK_AGAIN_MS);
  }
  await client.query('vacuum analyze command_figure, person_figure, command_time');
}

async function printSizes(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; size: string; rows: string }>(
    `select relname as name, pg_size_pretty(pg_total_relation_size(oid)) as size, reltuples::int8 as rows
     from pg_class where relname in ('run', 'command_figure', 'person_figure', 'command_time') order by 1`,
  );
  for (const { name, size, rows: count } of rows)
    console.log(`${name.padEnd(16)}${size.padStart(10)}  ${count} rows`);
}
