import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import type { Client } from 'pg';
import { withClient } from '@/scripts/postgres/connect';
import { pendingWork } from '../../upgrade/pending-work';
import type { Release } from '../../upgrade/release';
import { releases } from '../../upgrade/releases';
import { restoreDatabase, restoreResults } from '../../upgrade/restore';
import { BENCHED } from '../../upgrade/sizes';
import { type DatabaseKeys, keysAfterMigrating, keysOf } from '../../upgrade/table-keys';
import { startBenchApp } from '../support/bench-app';
import { printTable } from '../support/measure';
import { logDuration, timeRequests } from '../support/time-requests';

const LIMIT_SECONDS = 120;

/** How long the first start takes with the data of each release: a million runs of 5,000 commands. */
export async function benchUpgrade(): Promise<void> {
  // Builds before measuring.
  await promisify(execFile)(process.execPath, ['scripts/build.mjs']);
  for (const release of releases) await benchUpgradeFrom(release);
}

async function benchUpgradeFrom(release: Release): Promise<void> {
  const { commands, runs } = BENCHED;
  let before: DatabaseKeys = {};
  const app = await startBenchApp('select 1', {
    encryptionKeys: release.manifest.encryptionKeys,
    fill: (databaseUrl, dataDir) =>
      logDuration(`${runs} runs of ${commands} commands, as ${release.name} left them`, async () => {
        await restoreDatabase(release, databaseUrl);
        await restoreResults(release, dataDir);
        await withClient(databaseUrl, async (client) => {
          await release.multiply(client, BENCHED);
          await leadNowhere(client);
          await holdSchedules(client);
          before = await keysOf(client, release.manifest.tables);
        });
      }),
  });
  try {
    const seconds = app.startedInMs / 1000;
    const verdict = seconds <= LIMIT_SECONDS ? 'within' : 'OVER';
    console.log(
      `From npm start to /readyz: ${seconds.toFixed(1)} s, ${verdict} the limit of ${LIMIT_SECONDS} s`,
    );
    await withClient(app.databaseUrl, (client) => refuseLoss(client, before));
    const questions = {
      'the history': '/sandbox-1/skinny-runs?filter=is_dropdown:false&filter=is_startup:false',
      'a recorded run': '/sandbox-1/kits/1/runs/2',
    };
    printTable('The first pages (milliseconds)', await timeRequests(app, 'demo-dana', questions, 1));
    await withClient(app.databaseUrl, (client) =>
      logDuration('What the worker still converts', () => untilNothingIsLeft(client)),
    );
    await withClient(app.databaseUrl, (client) => refuseLoss(client, before));
  } finally {
    await app.stop();
  }
}

/** Queued work is sent by the worker: it must not reach anything that listens today where the recorded sources did. */
async function leadNowhere(client: Client): Promise<void> {
  await client.query(
    `update credential set settings = settings || case source_kind
       when 'rest' then '{"apiBaseUrl": "http://127.0.0.1:9"}'::jsonb else '{"port": 9}'::jsonb end`,
  );
}

/** What is due by now would start runs of its own. Not every release has these tables. */
async function holdSchedules(client: Client): Promise<void> {
  for (const [table, column] of [
    ['scheduled_job', 'next_run_at'],
    ['due_auto_run', 'taken_until'],
  ]) {
    const { rows } = await client.query('select from pg_tables where tablename = $1', [table]);
    if (rows.length === 0) continue;
    await client.query(
      `update ${table} set ${column} = now() + interval '1 day' where ${column} is not null`,
    );
  }
}

/** The tables that a running workspace cleans up by itself, and those that it adds to. */
const LIVE = new Set([
  'worker',
  'open_run',
  'audit_event',
  'audit_chain',
  'mail_message',
  'idempotency_key',
  'session',
]);

async function refuseLoss(client: Client, before: DatabaseKeys): Promise<void> {
  const after = await keysAfterMigrating(client, before);
  const changed = Object.keys(before).filter(
    (table) => !LIVE.has(table) && !isDeepStrictEqual(before[table], after[table]),
  );
  if (changed.length > 0) throw new Error(`Rows of ${changed.join(', ')} have changed`);
}

async function untilNothingIsLeft(client: Client): Promise<void> {
  for (const statement of pendingWork) {
    for (;;) {
      const { rows } = await client.query<{ left: string | number }>(statement);
      if (Number(rows[0]?.left) === 0) break;
      await sleep(500);
    }
  }
}
