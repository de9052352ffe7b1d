import { beforeAll, expect, it } from 'vitest';
import { startWorker } from '@/jobs/worker';
import { sql } from '@/server/base/database/db';
import { withApp } from '../../support/app/app';
import { commit, withSource } from '../../support/app/source';
import { createOrganizations, type MadeCommand } from '../../support/things/organizations';
import { createRun, startRun } from '../../support/things/runs';

withApp({ SHUTDOWN_SECONDS: '25', WORKER_CONCURRENCY: '1' });
// From the moment the gate opens, it takes longer than a worker used to wait, and far shorter than it may take.
const source = withSource(
  `create table gate ();
   insert into gate default values;
   create function nap() returns integer language plpgsql as $$ begin
     while exists (select from gate) loop perform pg_sleep(0.01); end loop;
     perform pg_sleep(3);
     return 1; end $$`,
  createOrganizations,
);
let command: MadeCommand;
beforeAll(async () => {
  command = await commit(source, 'public.nap()');
});

it('S59 a worker that is told to stop lets its runs end, and takes no others', async () => {
  const worker = await startWorker();
  const begin = async (): Promise<number> => {
    const runId = await createRun(command);
    await startRun(command, runId, {});
    return runId;
  };
  const [runId, next] = [await begin(), await begin()];
  const stateOf = () => sql.query('select run_id, status::text, end_reason::text from run order by run_id');
  await expect.poll(stateOf).toEqual([
    { run_id: runId, status: 'running', end_reason: null },
    { run_id: next, status: 'starting', end_reason: null },
  ]);
  const stopped = worker.stop();
  await source.query('delete from gate');
  await stopped;
  expect(await stateOf()).toEqual([
    { run_id: runId, status: 'success', end_reason: null },
    { run_id: next, status: 'starting', end_reason: null },
  ]);
  expect(await sql.query('select from worker')).toEqual([]);
});
