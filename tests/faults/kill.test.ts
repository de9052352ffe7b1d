import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  callApp,
  commitRoutine,
  connectSource,
  type RemoteCommand,
  SANDBOX,
} from '../support/doubles/remote-app';
import { repeats } from '../support/setup/reach';
import { type FaultApp, startFaultApp, type Victim, victims } from './fault-app';
import { insist } from './insist';
import { Load } from './load';

/** How often each kind of process is killed. */
const KILLS_OF_EACH = repeats(10);
const PEOPLE = 30;
const BULK_ROWS = 120;
const JOBS = 60;
/** Every third job leads to a run for each of its rows. */
const AUTO_RUN_ROWS = 2;
interface FiredRun {
  run_id: number;
  command_id: number;
  tag: string;
  status: string;
  end_reason: string | null;
}

const created = z.object({ run_id: z.int() });

/** Each execution leaves a line that outlives its worker. Then it waits, so that it can be hit, and ends. */
const SOURCE = `
  create table execution (tag text);
  create procedure record(tag text) language plpgsql as $$ begin
    insert into execution values (tag);
    commit;
    perform pg_sleep(random() * 0.3);
  end $$;
  create function leads_to(tag text) returns table (part text) language sql as
    $$ select tag || ' ' || n from generate_series(1, ${AUTO_RUN_ROWS}) n $$;`;

/** The same moments each time: a linear congruential generator (Numerical Recipes), as numbers below 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Each kind equally often, in random order. */
function shuffledVictims(random: () => number): Victim[] {
  const all = victims.flatMap((victim) => Array.from({ length: KILLS_OF_EACH }, () => victim));
  return all
    .map((victim) => ({ victim, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ victim }) => victim);
}

let app: FaultApp;
let own: pg.Pool;
let source: pg.Pool;
let command: RemoteCommand;
let leading: RemoteCommand;
let decorationId: number;

beforeAll(async () => {
  app = await startFaultApp(SOURCE);
  own = app.own;
  source = new pg.Pool({ connectionString: app.sourceUrl });
  source.on('error', () => {});
  const origin = app.origins[0] ?? '';
  const credsId = await connectSource(origin, app.sourceUrl);
  command = await commitRoutine(origin, credsId, 'public.record(text)');
  leading = await commitRoutine(origin, credsId, 'public.leads_to(text)');
  decorationId = await decorate();
  // A procedure that commits by itself cannot run in a transaction of ours.
  await own.query('update command set execute_in_transaction = false where command_id = $1', [command.kitId]);
});

afterAll(async () => {
  await source?.end();
  await app?.stop();
});

/** Its rows fill in the tag of the other command. What its source doesn't declare is known only after its first result. */
async function decorate(): Promise<number> {
  await own.query(
    `insert into output_column (org_id, command_id, kind, result_set, position, path, type)
     values ($1, $2, 'column', 0, 0, 'part', 'text') on conflict do nothing`,
    [SANDBOX, leading.kitId],
  );
  const column = await own.query<{ id: number }>(
    "select output_column_id as id from output_column where command_id = $1 and path = 'part'",
    [leading.kitId],
  );
  const input = await own.query<{ id: number }>(
    'select input_id as id from command_input where command_id = $1',
    [command.kitId],
  );
  const colMaps = [{ noOutColId: column.rows[0]?.id, legoInstanceInputId: input.rows[0]?.id }];
  const body = { inputKitId: command.kitId, colMaps };
  const answer = await callApp(
    app.origins[0] ?? '',
    'POST',
    `/${SANDBOX}/kits/${leading.kitId}/decorations`,
    body,
  );
  return z.object({ decoration_id: z.int() }).parse(answer).decoration_id;
}

describe('S59 kill -9 of web, worker and Postgres at random moments', () => {
  it('loses no accepted run, runs none twice, and ends each in a true state', async () => {
    const random = seeded(59);
    const load = new Load(app.origins, command, PEOPLE);
    for (const [kills, victim] of shuffledVictims(random).entries()) {
      // On a slow machine, no run is accepted between kills in quick succession: they wait for it.
      await load.reach(kills / victims.length);
      await sleep(100 + random() * 700);
      await app.kill(victim, Math.floor(random() * 2));
    }
    await app.ready();
    await load.leave();

    const open = `select count(*)::int as open from run
      where queued_at is not null and status in ('starting', 'running')`;
    await expect
      .poll(async () => (await own.query(open)).rows[0], { timeout: 180_000, interval: 500 })
      .toEqual({ open: 0 });
    expect(load.accepted.length).toBeGreaterThan(KILLS_OF_EACH);
    // Repeating a request with the same key created nothing twice.
    const made = await own.query('select count(*)::int as runs from run where command_id = $1', [
      command.kitId,
    ]);
    expect(made.rows[0]).toEqual({ runs: load.accepted.length });

    const runs = await own.query<{
      run_id: number;
      status: string;
      end_reason: string | null;
      errors: unknown;
    }>('select run_id, status, end_reason, errors from run where run_id = any($1)', [
      load.accepted.map(({ runId }) => runId),
    ]);
    const stateOf = new Map(runs.rows.map((row) => [row.run_id, row]));
    const executions = await source.query<{ tag: string; times: number }>(
      'select tag, count(*)::int as times from execution group by tag',
    );
    const timesOf = new Map(executions.rows.map((row) => [row.tag, row.times]));
    const untrue = load.accepted.filter(({ runId, tag }) => {
      const state = stateOf.get(runId);
      const times = timesOf.get(tag) ?? 0;
      if (state?.status === 'success') return times !== 1;
      return state?.end_reason !== 'worker_lost' || times > 1;
    });
    expect(untrue.map(({ runId, tag }) => ({ ...stateOf.get(runId), times: timesOf.get(tag) }))).toEqual([]);
    expect([...timesOf.values()].filter((times) => times > 1)).toEqual([]);
    const lost = load.accepted.filter(({ runId }) => stateOf.get(runId)?.status === 'failed').length;
    console.info(`${load.accepted.length} runs accepted, ${lost} of them ended as worker_lost`);
  });

  it('ends a bulk run and each of its rows, and runs none twice', async () => {
    const tags = Array.from({ length: BULK_ROWS }, () => randomUUID());
    const rows = { ...command, runramsList: tags.map((tag) => ({ tag })) };
    const parentRunId = created.parse(await insist(app.origins, 0, 'run-bulk-async-i', rows)).run_id;
    await insist(app.origins, 0, 'run-bulk-async-ii', { parentRunId, kitId: command.kitId });
    const ended = async () => {
      const counted = `select count(*)::int as rows from run where parent_run_id = $1 and ended_at is not null`;
      return (await own.query<{ rows: number }>(counted, [parentRunId])).rows[0]?.rows ?? 0;
    };
    for (const [kills, victim] of victims.entries()) {
      // Some rows later each time, so that it hits the run in its middle. The database may just be coming back.
      const least = (kills + 1) * (BULK_ROWS / 10);
      const goesOn = () => ended().catch(() => 0);
      await expect.poll(goesOn, { timeout: 180_000, interval: 50 }).toBeGreaterThanOrEqual(least);
      await app.kill(victim, kills);
    }
    await app.ready();
    const parent = async () =>
      (
        await own.query(
          'select status, settled_at is null as is_open from run join bulk_run using (run_id) where run_id = $1',
          [parentRunId],
        )
      ).rows[0];
    await expect.poll(parent, { timeout: 180_000, interval: 200 }).toMatchObject({ is_open: false });

    const states = await own.query<{ tag: string; status: string; end_reason: string | null }>(
      `select params::jsonb ->> 'tag' as tag, status, end_reason from run where parent_run_id = $1`,
      [parentRunId],
    );
    expect(states.rows.map(({ tag }) => tag).sort()).toEqual([...tags].sort());
    const executions = await source.query<{ tag: string; times: number }>(
      'select tag, count(*)::int as times from execution where tag = any($1) group by tag',
      [tags],
    );
    const timesOf = new Map(executions.rows.map((row) => [row.tag, row.times]));
    const untrue = states.rows.filter(({ tag, status, end_reason }) => {
      const times = timesOf.get(tag) ?? 0;
      return status === 'success' ? times !== 1 : end_reason !== 'worker_lost' || times > 1;
    });
    expect(untrue).toEqual([]);
  });

  it('S59 fires each scheduled job once, with what its rows lead to, and runs none twice', async () => {
    const tags = Array.from({ length: JOBS }, () => randomUUID());
    for (const [at, tag] of tags.entries()) {
      const origin = app.origins[at % 2] ?? '';
      const leads = at % 3 === 0;
      const path = `/${SANDBOX}/kits/${(leads ? leading : command).kitId}/cron-jobs`;
      const body = { name: `Job ${at}`, cronExpression: '0 3 1 1 *', allowsOverlap: true, runrams: { tag } };
      const job = z.object({ cron_job_id: z.int() }).parse(await callApp(origin, 'POST', path, body));
      if (leads) await callApp(origin, 'POST', `${path}/${job.cron_job_id}/decorations`, { decorationId });
    }
    // One after the other, over some seconds.
    await own.query(
      `update scheduled_job set next_run_at = now() + make_interval(secs => 0.1 * scheduled_job_id % 6)`,
    );
    for (const [at, victim] of (['worker', 'postgres', 'worker', 'web'] as const).entries()) {
      const claimed = async () =>
        (await own.query<{ count: number }>('select count(*)::int from scheduled_firing')).rows[0]?.count ??
        0;
      await expect
        .poll(() => claimed().catch(() => 0), { timeout: 180_000, interval: 50 })
        .toBeGreaterThanOrEqual(((at + 1) * JOBS) / 10);
      await app.kill(victim, at);
    }
    await app.ready();
    // What a dead worker was opening is taken again after its time; that need not be waited for here.
    const left = async () => {
      await own.query(
        "update scheduled_firing set taken_until = now() - interval '1 second' where state = 'due'",
      );
      await own.query("update due_auto_run set taken_until = now() - interval '1 second'");
      const [row] = (
        await own.query(`select (select count(*)::int from scheduled_firing where run_id is not null) as fired,
          (select count(*)::int from due_auto_run) as due,
          (select count(*)::int from run where trigger in ('schedule', 'row_decoration', 'bulk')
            and status in ('starting', 'running')) as going`)
      ).rows;
      return row;
    };
    await expect
      .poll(() => left().catch(() => null), { timeout: 120_000, interval: 500 })
      .toEqual({ fired: JOBS, due: 0, going: 0 });
    const runs = await own.query<FiredRun>(
      `select run_id, command_id, params::jsonb ->> 'tag' as tag, status, end_reason from run where trigger = 'schedule'`,
    );
    expect(runs.rows.map(({ tag }) => tag).sort()).toEqual([...tags].sort());
    // Each success led to its rows once, and nothing else to any.
    const rows = await own.query<FiredRun>(
      `select row.run_id, row.command_id, row.params::jsonb ->> 'tag' as tag, row.status, row.end_reason
       from run auto join run row on row.parent_run_id = auto.run_id and row.trigger = 'bulk'
       where auto.trigger = 'row_decoration'`,
    );
    const autoRuns = await own.query(
      `select auto.run_id, auto.status, auto.end_reason, auto.errors, parent.params, parent.has_result, parent.payload_format
       from run auto join run parent on parent.run_id = auto.parent_run_id
       where auto.trigger = 'row_decoration'
         and not exists (select from run row where row.parent_run_id = auto.run_id and row.trigger = 'bulk')`,
    );
    expect(autoRuns.rows).toEqual([]);
    const led = runs.rows.filter((run) => run.command_id === leading.kitId && run.status === 'success');
    expect(led.length).toBeGreaterThan(0);
    expect(rows.rows.map(({ tag }) => tag).sort()).toEqual(
      led.flatMap(({ tag }) => Array.from({ length: AUTO_RUN_ROWS }, (_, row) => `${tag} ${row + 1}`)).sort(),
    );
    const executed = [...runs.rows.filter((run) => run.command_id === command.kitId), ...rows.rows];
    const executions = await source.query<{ tag: string; times: number }>(
      'select tag, count(*)::int as times from execution where tag = any($1) group by tag',
      [executed.map(({ tag }) => tag)],
    );
    const timesOf = new Map(executions.rows.map((row) => [row.tag, row.times]));
    const untrue = executed.filter(({ tag, status, end_reason }) => {
      const times = timesOf.get(tag) ?? 0;
      return status === 'success' ? times !== 1 : end_reason !== 'worker_lost' || times > 1;
    });
    expect(untrue).toEqual([]);
  });

  it('leaves the queue empty, and the next run works on each web process', async () => {
    for (const origin of app.origins) {
      const body = { ...command, params: { tag: `after ${origin}` } };
      expect(await callApp(origin, 'POST', `/${SANDBOX}/run-sync`, body)).toMatchObject({
        status: 'success',
      });
    }
    const left =
      'select (select count(*) from open_run)::int + (select count(*) from graphile_worker.jobs)::int as left';
    await expect
      .poll(async () => (await own.query(left)).rows[0], { timeout: 120_000, interval: 500 })
      .toEqual({ left: 0 });
  });
});
