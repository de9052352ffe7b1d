import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, readRun, startRun } from '../support/things/runs';

withApp({ CREDENTIAL_CONCURRENCY: '3', COMMAND_CONCURRENCY: '2' });
const source = withSource(
  `create table gate (name text);
   create table done (name text, run integer);
   create function pass(name text, run integer) returns void language plpgsql as $$ begin
     while exists (select from gate where gate.name = pass.name) loop perform pg_sleep(0.01); end loop;
     insert into done values (pass.name, pass.run); end $$;
   create function also_pass(name text, run integer) returns void language sql as 'select pass(name, run)';`,
  createOrganizations,
);
withWorker();

let pass: MadeCommand;
let alsoPass: MadeCommand;

beforeAll(async () => {
  pass = await commit(source, 'public.pass(text, integer)');
  alsoPass = await commit(source, 'public.also_pass(text, integer)');
});

const close = (gate: string) => source.query(`insert into gate values ('${gate}')`);
const open = (gate: string) => source.query(`delete from gate where name = '${gate}'`);

async function begin(command: MadeCommand, gate: string, times: number): Promise<number[]> {
  const runIds: number[] = [];
  for (let run = 0; run < times; run += 1) {
    const runId = await createRun(command);
    await startRun(command, runId, { name: gate, run });
    runIds.push(runId);
  }
  return runIds;
}

/** How many of these runs are in progress, and how many wait for a place. */
async function places(command: MadeCommand) {
  const [row] = await sql.query<{ running: number; waiting: number }>(
    `select count(*) filter (where state = 'executing')::int as running,
       count(*) filter (where state = 'waiting')::int as waiting
     from open_run where command_id = $1`,
    [command.commandId],
  );
  return row;
}

const lineIsEmpty = async () => (await sql.query('select from open_run')).length === 0;

describe('runs at once', () => {
  it('are limited per command and connection; the others wait, and run when a place is free', async () => {
    await close('first');
    const runs = await begin(pass, 'first', 5);
    await expect.poll(() => places(pass)).toEqual({ running: 2, waiting: 3 });
    const others = await begin(alsoPass, 'first', 2);
    await expect.poll(() => places(alsoPass)).toEqual({ running: 1, waiting: 1 });
    expect(await places(pass)).toEqual({ running: 2, waiting: 3 });

    await open('first');
    for (const runId of runs) {
      expect((await readRun(pass, runId)).body).toMatchObject({ status: 'success' });
    }
    for (const runId of others) {
      expect((await readRun(alsoPass, runId)).body).toMatchObject({ status: 'success' });
    }
    expect(await source.query(`select count(*)::int, count(distinct run)::int as runs from done`)).toEqual([
      { count: 7, runs: 5 },
    ]);
    await expect.poll(lineIsEmpty).toBe(true);
  });

  it('one that waits can be canceled, and is never executed', async () => {
    await close('second');
    const [first, second, third] = await begin(pass, 'second', 3);
    await expect.poll(() => places(pass)).toEqual({ running: 2, waiting: 1 });
    const cancelled = await send('POST', `/${ORG_A}/kits/${pass.commandId}/runs/${third}/cancel`, {
      as: people.runner,
    });
    expect(cancelled.status).toBe(202);
    await open('second');
    for (const runId of [first, second]) {
      expect((await readRun(pass, runId ?? 0)).body).toMatchObject({ status: 'success' });
    }
    expect((await readRun(pass, third ?? 0)).body).toMatchObject({
      status: 'failed',
      end_reason: 'cancelled',
    });
    expect(await source.query(`select run from done where name = 'second' order by run`)).toEqual([
      { run: 0 },
      { run: 1 },
    ]);
  });
});
