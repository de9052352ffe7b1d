import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withClient } from '@/scripts/postgres/connect';
import { readHosts } from '@/server/base/database/database-hosts';
import { exactTypes } from '@/server/base/database/exact-types';
import { writableAddress } from '@/server/base/database/several-hosts';
import { Load } from '../faults/load';
import { commitRoutine, connectSource } from '../support/doubles/remote-app';
import { startCluster } from './cluster';
import type { Patroni } from './patroni';
import { compare, compareJobs, mostAtOnce, outageOf } from './verdict';
import { schedule, work } from './work';

/**
 * Two web processes behind HAProxy and two workers, on a Postgres of two servers that Patroni keeps, while people,
 * programs, jobs, bulk runs, and streams are at work: each process is killed or replaced in turn every twenty seconds,
 * Postgres is restarted twice, and its leader loses its power once. Prints what became of everything, and exits with 1 if
 * a run was lost or doubled, a job fired twice, a limit was exceeded, the history lacked a run that had just ended, or the
 * audit log has a gap. `CLUSTER_MINUTES` sets
 * the duration (20 by default). With `CLUSTER_BESIDE`, the folder of another built checkout, one web process and one
 * worker are those of that version. With `CLUSTER_POOLER=1`, all of them reach the database through PgBouncer in
 * transaction mode. With `CLUSTER_REPLICA=1`, web processes read the history at the standby, whichever server that is.
 * It needs Linux, root, and Debian's packages `postgresql-15`, `patroni`, `etcd-server`,
 * `haproxy`, and with the pooler `pgbouncer`.
 */

const minutes = Number(process.env.CLUSTER_MINUTES ?? 20);
const EVENT_EVERY_MS = 20_000;
const PEOPLE = 4;
const READING_MS = 300;
const JOBS = 20;
/** How many executions the connection of bulk rows takes at the same time. */
const LIMIT = 3;
const END_PATIENCE_MS = 300_000;

const SOURCE = `
  create table execution (tag text);
  create table narrow_execution (tag text, began_at timestamptz, ended_at timestamptz);
  create function click() returns integer language sql as 'select 1';
  create procedure record(tag text) language plpgsql as $$ begin
    insert into execution values (tag);
    commit;
    perform pg_sleep(random() * 0.3);
  end $$;
  create procedure narrow(tag text) language plpgsql as $$ begin
    insert into execution values (tag);
    insert into narrow_execution values (tag, clock_timestamp());
    commit;
    perform pg_sleep(0.1);
    update narrow_execution n set ended_at = clock_timestamp() where n.tag = narrow.tag;
    commit;
  end $$;`;

const beside = process.env.CLUSTER_BESIDE;
const cluster = await startCluster(SOURCE, {
  isPooled: process.env.CLUSTER_POOLER === '1',
  readsReplica: process.env.CLUSTER_REPLICA === '1',
  ...(beside === undefined ? {} : { checkout: beside }),
});
const source = new pg.Pool({ connectionString: cluster.sourceUrl });
try {
  const { origin, patroni } = cluster;
  const credsId = await connectSource(origin, cluster.sourceUrl);
  const narrowId = await connectSource(origin, cluster.sourceUrl);
  const commands = {
    click: await commitRoutine(origin, credsId, 'public.click()'),
    record: await commitRoutine(origin, credsId, 'public.record(text)'),
    narrow: await commitRoutine(origin, narrowId, 'public.narrow(text)'),
  };
  await onDatabase(async (own) => {
    // Procedures that commit by themselves can't run in a transaction of ours.
    await own.query('update command set execute_in_transaction = false where command_id = any($1)', [
      [commands.record.kitId, commands.narrow.kitId],
    ]);
    await own.query('update credential set concurrency_limit = $1 where credential_id = $2', [
      LIMIT,
      narrowId,
    ]);
  });
  const tags = await schedule(origin, commands.record, JOBS);

  const over = new AbortController();
  const people = new Load([origin], commands.record, PEOPLE, READING_MS);
  const [done] = await Promise.all([work(origin, commands, over.signal), disturbances()]);
  await onDatabase((own) => own.query('update scheduled_job set next_run_at = null'));
  await people.leave();

  const faults = await onDatabase(async (own) => {
    await settled(own);
    const bulkRows = await own.query<{ runId: number; tag: string }>(
      `select run_id as "runId", params::jsonb ->> 'tag' as tag from run where parent_run_id = any($1)`,
      [done.bulk.map(({ runId }) => runId)],
    );
    const pressed = await compare(own, source, people.accepted);
    const rows = await compare(own, source, bulkRows.rows);
    const jobs = await compareJobs(own, source, tags);
    const most = await mostAtOnce(source);
    const outage = outageOf(done.clicks);
    const sent = done.bulk.flatMap((each) => each.tags).length;
    console.log(`
Runs of programs: ${pressed.accepted} accepted, ${pressed.lost} ended as lost with their worker.
Bulk rows: ${sent} sent, ${rows.accepted} there, ${rows.lost} lost with their worker; at most ${most} at the same time (limit ${LIMIT}).
Jobs: ${jobs.firings} firings, ${jobs.accepted} runs, ${jobs.lost} lost with their worker.
Streams: ${done.followed} followed to the end, cut ${done.cut} times.
Looks at the history after a click: ${done.looks}, of which ${done.without} lacked its run.
${process.env.CLUSTER_REPLICA === '1' ? `Scans of runs at the standby: ${await scansAtStandby(cluster.patroni)}.\n` : ''}Clicks: ${done.clicks.length}, ${outage.failed} failed; the longest without one that worked was ${outage.longestSeconds.toFixed(1)} s.
${outage.outcomes.map((outcome) => `  ${outcome}`).join('\n')}`);
    return [
      ...pressed.faults,
      ...rows.faults,
      ...jobs.faults,
      ...(sent === rows.accepted ? [] : [`${sent} bulk rows were sent, and ${rows.accepted} are there.`]),
      ...(done.without === 0 ? [] : [`The history lacked ${done.without} runs that had just ended.`]),
      ...(most <= LIMIT ? [] : [`${most} rows were executed at the same time, and the limit is ${LIMIT}.`]),
    ];
  });
  const audit = spawnSync(process.execPath, ['scripts/verify-audit.mjs'], {
    env: { ...process.env, ...cluster.variables },
    encoding: 'utf8',
  });
  console.log(`\n${audit.stdout}${audit.stderr}`);
  if (audit.status !== 0) faults.push('The audit log does not match its chain.');
  console.log(faults.length === 0 ? 'Passed.' : `Failed:\n- ${faults.join('\n- ')}`);
  if (faults.length > 0) process.exitCode = 1;

  async function disturbances(): Promise<void> {
    const events = Math.max(8, Math.floor((minutes * 60_000) / EVENT_EVERY_MS));
    for (let event = 0; event < events; event += 1) {
      await sleep(EVENT_EVERY_MS);
      const what = await disturb(event, events);
      console.log(`${new Date().toISOString()} ${what}`);
    }
    await sleep(EVENT_EVERY_MS);
    over.abort();
  }

  /** Does what comes at this moment. Returns its name. */
  async function disturb(event: number, of: number): Promise<string> {
    if (event === Math.floor(of / 4) || event === Math.floor(of / 2)) {
      await patroni.restart();
      return 'Postgres was restarted';
    }
    if (event === Math.floor((of * 3) / 4)) {
      const startedAtMs = performance.now();
      await patroni.failOver();
      return `The leader lost its power; the standby took changes after ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`;
    }
    const { name, program } = cluster.programs[event % cluster.programs.length] ?? {};
    if (name === undefined || program === undefined) throw new Error('The cluster has no programs.');
    if (Math.floor(event / cluster.programs.length) % 2 === 0) {
      program.kill();
      return `${name} was killed`;
    }
    await program.replace();
    return `${name} was replaced`;
  }
} finally {
  await source.end();
  await cluster.stop();
}

/** Asks the database that takes changes at the moment. */
async function onDatabase<T>(ask: (own: pg.Pool) => Promise<T>): Promise<T> {
  const own = new pg.Pool({
    connectionString: await writableAddress(readHosts(cluster.databaseUrl)),
    types: exactTypes,
  });
  try {
    return await ask(own);
  } finally {
    await own.end();
  }
}

/** How often a server that follows the other looked for runs, since it was started. */
async function scansAtStandby({ url, members }: Patroni): Promise<number> {
  let scans = 0;
  for (const { port } of members) {
    await withClient(url.replace(/@[^/]+/, `@127.0.0.1:${port}`), async (server) => {
      const { rows } = await server.query<{ scans: number }>(
        `select coalesce(sum(seq_scan + idx_scan), 0)::int as scans
         from pg_stat_user_tables where relname = 'run' and pg_is_in_recovery()`,
      );
      scans += rows[0]?.scans ?? 0;
    });
  }
  return scans;
}

/** Waits until no run is in line or in progress, and every firing has been opened. */
async function settled(own: pg.Pool): Promise<void> {
  for (const deadline = Date.now() + END_PATIENCE_MS; Date.now() < deadline; ) {
    const { rows } = await own.query<{ left: number }>(
      `select (select count(*) from open_run)::int
         + (select count(*) from scheduled_firing where state = 'due')::int as left`,
    );
    if (rows[0]?.left === 0) return;
    await sleep(500);
  }
  throw new Error('Runs are still in progress.');
}
