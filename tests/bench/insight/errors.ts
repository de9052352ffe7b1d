import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { withClient } from '@/scripts/postgres/connect';
import { startBenchApp } from '../support/bench-app';
import { fillHistory, HISTORY_RUNS } from '../support/fill-history';
import { fillLibrary } from '../support/fill-library';
import { measure, printTable } from '../support/measure';
import { logDuration, timeRequests } from '../support/time-requests';

const ORG = 'sandbox-1';
const LOOK_AGAIN_MS = 200;
/** So many kinds of messages, each with a value of its own in each run. */
const KINDS = 400;

/** What the list would ask, if nothing had been grouped: equal messages only, whatever the values in them. */
const DIRECT = `select r.template_id, r.errors->0->>'code' as code,
    regexp_replace(r.errors->0->>'message', '[0-9]+', '0', 'g') as message,
    count(*), count(distinct r.started_by_user_id), max(r.ended_at)
  from run r where r.org_id = '${ORG}' and r.end_reason = 'error' and r.queued_at is not null
  group by 1, 2, 3 order by 6 desc limit 25`;

/**
 * The errors of a million runs, or of `HISTORY_RUNS`, of which one in fifty failed: how long a worker takes to group them
 * after an upgrade, how long the calls take, and how long grouping the runs themselves would take.
 */
export async function benchErrors(): Promise<void> {
  const runs = Number(process.env.HISTORY_RUNS ?? HISTORY_RUNS);
  const app = await startBenchApp('select 1');
  try {
    let errorId = 0;
    let runId = 0;
    await withClient(app.databaseUrl, async (client) => {
      await fillLibrary(client, ORG, 'demo-dana');
      await logDuration(`${runs.toLocaleString('en-US')} runs`, () =>
        withClient(app.databaseUrl, async (holding) => {
          // The worker groups what it counts, so it has to wait for the messages.
          await holding.query('begin');
          await holding.query('select from figure_progress for update');
          await fillHistory(client, ORG, runs);
          await failWithMessages(client);
          await holding.query('commit');
        }),
      );
      await logDuration('Counted and grouped by the worker', () => untilGrouped(client));
      await printSizes(client);
      printTable('Grouping the runs themselves (milliseconds)', {
        'the first page': await measure(3, () => client.query(DIRECT)),
      });
      const { rows } = await client.query<{ error_group_id: number; last_run_id: number }>(
        'select error_group_id, last_run_id from error_group order by runs desc limit 1',
      );
      errorId = rows[0]?.error_group_id ?? 0;
      runId = rows[0]?.last_run_id ?? 0;
    });
    const calls = {
      'errors, last seen first': `/${ORG}/errors?state=resolved`,
      'errors, most runs first': `/${ORG}/errors?state=resolved&sort=runs`,
      'the error of a run': `/${ORG}/errors?run_id=${runId}`,
      'an error': `/${ORG}/errors/${errorId}`,
      'the runs of an error': `/${ORG}/skinny-runs?filter=error_id:${errorId}`,
    };
    printTable('The calls (milliseconds)', await timeRequests(app, 'demo-dana', calls));
  } finally {
    await app.stop();
  }
}

const failWithMessages = (client: Client) =>
  client.query(
    `update run set errors = json_build_array(json_build_object('message',
        'Step ' || chr(97 + run_id / 50 % 20) || chr(97 + run_id / 1000 % ${KINDS / 20}) || ' of order ' || run_id || ' failed',
        'code', 'P0001', 'where', null, 'detail', null, 'hint', null, 'severity', 'ERROR'))
      where org_id = '${ORG}' and end_reason = 'error'`,
  );

/** Waits until the worker has gone past every run, and every failed one has its group. */
async function untilGrouped(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_done: boolean }>(
      `select reached_run_id >= (select max(run_id) from run) and not exists (select from ungrouped_run) as is_done
       from figure_progress`,
    );
    if (rows[0]?.is_done) break;
    await sleep(LOOK_AGAIN_MS);
  }
  await client.query('vacuum analyze error_group, error_hit, error_day, grouped_run');
}

async function printSizes(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; size: string; rows: string }>(
    `select relname as name, pg_size_pretty(pg_total_relation_size(oid)) as size, reltuples::int8 as rows
     from pg_class where relname in ('run', 'error_group', 'error_hit', 'error_day', 'grouped_run') order by 1`,
  );
  for (const { name, size, rows: count } of rows)
    console.log(`${name.padEnd(16)}${size.padStart(10)}  ${count} rows`);
}
