import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { DueWorkLook } from '@/jobs/due-work';
import { RunPlaces } from '@/jobs/run-places';
import { RunningRuns } from '@/jobs/running-runs';
import { withClient } from '@/scripts/postgres/connect';
import { warnOf } from '@/server/base/database/database-down';
import { noteAnswer } from '@/server/base/database/outage-log';
import { env } from '@/server/base/env';
import { asSuperuser, withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { type CuttingPooler, startCuttingPooler } from '../../support/doubles/poolers/cutting-pooler';
import { untilPoolIsIdle } from '../../support/setup/made-time';
import { repeats } from '../../support/setup/reach';
import { keepLog } from '../../support/things/log-lines';
import { createOrganizations, type MadeCommand } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createRun, startRun } from '../../support/things/runs';

let pooler: CuttingPooler;
withApp({ DATABASE_POOL_SIZE: '2' }, async ({ url }) => {
  const { hostname, port } = new URL(inject('adminDatabaseUrl'));
  pooler = await startCuttingPooler(Object.assign(new URL(url), { hostname, port, search: '' }).href);
  const through = Object.assign(new URL(url), { host: `127.0.0.1:${pooler.port}`, search: '' });
  return { databaseUrl: through.href, close: pooler.close };
});
const lines = keepLog();
const source = withSource(
  `create table done (run bigint);
   create function note(run bigint) returns setof bigint language sql
     as 'insert into done values (run) returning done.run'`,
  createOrganizations,
);

let command: MadeCommand;
let running: RunningRuns;
let places: RunPlaces;
const openPlaces = (): void => {
  running = new RunningRuns('worker');
  places = new RunPlaces(running, new DueWorkLook());
};
beforeAll(async () => {
  command = await commit(source, 'public.note(bigint)');
  // Places look only when a test says so.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  openPlaces();
});
afterAll(async () => {
  await places.stop();
  vi.useRealTimers();
});
beforeEach(() => source.query('delete from done'));

const directly = async (statement: string): Promise<unknown[]> =>
  withClient(env().databaseDirectUrl, async (client) => (await client.query(statement)).rows);

/** Queues a run that leaves its own number at the source, while nobody looks for runs. */
async function queue(): Promise<number> {
  await places.stop();
  openPlaces();
  const runId = await createRun(command);
  await startRun(command, runId, { run: runId });
  await untilPoolIsIdle();
  return runId;
}

/** What a person sees of a run, once nothing of it is left in line. */
async function endOf(runId: number): Promise<unknown> {
  const ask = `select status::text, end_reason::text, errors::text from run
    where run_id = ${runId} and not exists (select from open_run o where o.run_id = ${runId})`;
  await expect
    .poll(
      async () => {
        places.lookForOwn();
        const [row] = await directly(ask);
        return row;
      },
      { timeout: 20_000 },
    )
    .toMatchObject({ status: expect.stringMatching(/success|failed/) });
  const [row] = await directly(ask);
  return row;
}

const timesExecuted = async (runId: number): Promise<number> =>
  (await source.query(`select run from done where run = ${runId}`)).length;

/** The first two, or all in the long tests. */
const codes = [
  '08P01',
  '28P01',
  null,
  '08006',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  '58000',
  'XX000',
].slice(0, repeats(20));

describe('S59 a run whose connection to our database breaks', () => {
  it.each(codes)(
    'at any statement of its way, with the code %s, ends well and is executed once',
    async (code) => {
      for (const isExecuted of [false, true]) {
        for (let statement = 1; ; statement += 1) {
          const runId = await queue();
          pooler.cutAt({ code, statement, isExecuted, logins: 2 });
          places.fill();
          const end = await endOf(runId);
          const hasCut = pooler.heal();
          expect(end).toEqual({ status: 'success', end_reason: null, errors: null });
          expect(await timesExecuted(runId)).toBe(1);
          if (!hasCut) break;
          expect(statement).toBeLessThan(30);
        }
      }
    },
  );
});

it('S59 a login that the database refuses from one moment to the next is an outage for requests, too', async () => {
  noteAnswer();
  lines.length = 0;
  pooler.cutAt({ code: '28P01', statement: 1, isExecuted: false, logins: 20 });
  const refused = await send('GET', '/users/me/orgs', { as: people.runner });
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  expect(refused.headers.get('retry-after')).toBe('5');
  const locked = await new pg.Client(env().databaseUrl).connect().catch((error: unknown) => error);
  warnOf(locked, 'Something else failed');
  expect(lines.filter(({ msg }) => msg === 'Waiting for the database')).toMatchObject([
    { err: { code: '28P01' } },
  ]);
  expect(lines.filter(({ msg }) => msg === 'Something else failed')).toEqual([]);
  pooler.heal();
  expect((await send('GET', '/users/me/orgs', { as: people.runner })).status).toBe(200);
});

describe('S59 the end of a run that the database refuses', () => {
  /** Refuses the ends of runs, for the first three times and for any reason. */
  const refuseEnds = (code: string): string => `
    create sequence refusals;
    create function refuse() returns trigger language plpgsql security definer as $$ begin
      if new.ended_at is not null and nextval('refusals') < 4 then
        raise exception 'not now' using errcode = '${code}';
      end if;
      return new; end $$;
    create trigger refuse before update on run for each row execute function refuse();`;
  const STOP = 'drop trigger refuse on run; drop function refuse; drop sequence refusals';

  const refusals = ['23514', 'XX000', '40001', '40P01', '55P03', '57014', 'P0001', '42501', '53200'];

  it.each(refusals.slice(0, repeats(20)))(
    'for a while, with the code %s, is recorded later',
    async (code) => {
      await asSuperuser(refuseEnds(code));
      const runId = await queue();
      places.fill();
      expect(await endOf(runId)).toMatchObject({ status: expect.any(String) });
      expect(await timesExecuted(runId)).toBe(1);
      await asSuperuser(STOP);
    },
  );
});

describe('S59 a run that is recorded as a worker’s and that nothing executes there', () => {
  const take = (runId: number): Promise<void> =>
    asSuperuser(`update run set status = 'running', started_at = now() where run_id = ${runId};
      update open_run set state = 'executing', worker_id = 'worker' where run_id = ${runId}`);

  it('goes back in line if it never began', async () => {
    const runId = await queue();
    await take(runId);
    expect(await endOf(runId)).toMatchObject({ status: 'success' });
    expect(await timesExecuted(runId)).toBe(1);
  });

  it('ends with the reason if it had begun, and never begins again', async () => {
    const runId = await queue();
    await take(runId);
    await running.track(runId, () => Promise.reject(new Error('an internal mistake')));
    expect(await endOf(runId)).toMatchObject({
      status: 'failed',
      end_reason: 'worker_lost',
      errors: expect.stringContaining('how it ended is not known'),
    });
    expect(await timesExecuted(runId)).toBe(0);
    expect(running.begun).toEqual([]);
  });
});
