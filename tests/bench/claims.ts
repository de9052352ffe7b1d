import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { startPostgres } from '@/scripts/postgres/postgres-server';
import { applyMigrations } from '@/server/base/schema/apply-migrations';

const SECONDS = 5;
const IN_LINE = 30_000;
const WORKERS = [1, 2, 4, 8];
/** Places of each worker. */
const PLACES = 10;

/** A line of two organizations, with four connections of two commands each, and ten people. */
const LINE = `
  truncate run, open_run cascade;
  insert into org (org_id, name) values ('o1', 'o1'), ('o2', 'o2') on conflict do nothing;
  insert into "user" (user_id, name) select 'u' || n, 'u' || n from generate_series(0, 9) n on conflict do nothing;
  set session_replication_role = replica;
  insert into run (org_id, command_id, template_id, started_by_user_id, trigger, queued_at)
    select 'o' || 1 + n % 2, n % 8, 1, 'u' || n % 10, 'api', now() from generate_series(1, ${IN_LINE}) n;
  insert into open_run (org_id, run_id, command_id, credential_id, user_id, source_kind, class, turn)
    select org_id, run_id, command_id, command_id / 2, started_by_user_id, 'postgres', 2, row_number() over () from run;
  set session_replication_role = origin;
  vacuum analyze run, open_run`;

const CLAIM = `select claimed_id as id, is_flushed from claim_from_line($1, '{default}', $2, 1000, 1000, ${PLACES}, ${PLACES}, ${PLACES}, '{}', 5000, true)`;
const FLUSH = `select r.run_id, pg_logical_emit_message(true, 'bench', '') from run r join open_run o using (org_id, run_id)
  where r.run_id = any($1) and o.worker_id = $2`;
const END = `with gone as (delete from open_run where run_id = any($1)) select set_config('synchronous_commit', 'off', true)`;

/** How many runs a second some workers take off one line, by how many of them claim at once. */
export async function benchClaims(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-bench-'));
  await chmod(folder, 0o755);
  const server = await startPostgres(join(folder, 'own'));
  try {
    const address = server.superuserUrl();
    await applyMigrations(address);
    console.log('\nClaims from one line, with places for ten runs or for one (runs/s, claims/s, ms a claim)');
    for (const flushMs of [0, 2])
      for (const places of [PLACES, 1])
        for (const workers of WORKERS) await measure(address, workers, places, flushMs);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(address: string, workers: number, places: number, flushMs: number): Promise<void> {
  const own = new pg.Client({ connectionString: address });
  await own.connect();
  for (const text of LINE.split(';')) await own.query(text);
  // Each flush waits for this long, as it does on a disk that is far away.
  await own.query(`alter system set commit_delay = ${flushMs * 1000}`);
  await own.query('alter system set commit_siblings = 0');
  await own.query('select pg_reload_conf()');
  await own.end();
  const until = performance.now() + SECONDS * 1000;
  const counts = await Promise.all(
    Array.from({ length: workers }, (_, number) => claimUntil(address, `w${number}`, places, until)),
  );
  const sum = (of: 'runs' | 'claims' | 'ms') => counts.reduce((total, each) => total + each[of], 0);
  console.log(
    `flush ${flushMs} ms, ${String(places).padStart(2)} places, ${workers} workers: ${Math.round(
      sum('runs') / SECONDS,
    )
      .toString()
      .padStart(6)} ${Math.round(sum('claims') / SECONDS)
      .toString()
      .padStart(6)} ${(sum('ms') / sum('claims')).toFixed(2)}`,
  );
}

async function claimUntil(address: string, workerId: string, places: number, untilMs: number) {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query('select pg_sleep(0.3)');
  const done = { runs: 0, claims: 0, ms: 0 };
  while (performance.now() < untilMs) {
    const startedAtMs = performance.now();
    const { rows } = await client.query({ name: 'claim', text: CLAIM, values: [workerId, places] });
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0 && !rows[0].is_flushed)
      await client.query({ name: 'flush', text: FLUSH, values: [ids, workerId] });
    done.ms += performance.now() - startedAtMs;
    done.claims += 1;
    done.runs += ids.length;
    await client.query({ name: 'end', text: END, values: [ids] });
  }
  await client.end();
  return done;
}
