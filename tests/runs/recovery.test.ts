import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { Recovery } from '@/jobs/recovery';
import { sql } from '@/server/base/database/db';
import { claimRuns } from '@/server/runs/execute/claim-runs';
import { withApp } from '../support/app/app';
import { commit, withSource } from '../support/app/source';
import { createOrganizations, type MadeCommand } from '../support/things/organizations';
import { createRun, readRun, startRun } from '../support/things/runs';

const DEAD_AFTER_SECONDS = 5;

withApp({ WORKER_DEAD_AFTER_SECONDS: String(DEAD_AFTER_SECONDS) });
const source = withSource(
  `create function now_done() returns integer language sql as 'select 1'`,
  createOrganizations,
);

let command: MadeCommand;
beforeAll(async () => {
  command = await commit(source, 'public.now_done()');
});

it('S59 no worker counts as dead until it had time to say so, once the database is back', async () => {
  const runId = await createRun(command);
  await startRun(command, runId, {});
  // It never says that it lives.
  expect(await claimRuns('silent', 1)).toMatchObject([{ runId }]);
  const isOld = `select pg_postmaster_start_time() < now() - make_interval(secs => ${DEAD_AFTER_SECONDS}) as "isOld"`;
  await expect.poll(() => sql.query(isOld)).toEqual([{ isOld: true }]);

  const stateOf = () => sql.query('select status::text, end_reason from run where run_id = $1', [runId]);
  const recovery = new Recovery();
  // It couldn't say that it lives for too long, so nobody else could.
  const nowMs = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs() + (DEAD_AFTER_SECONDS * 1000) / 2);
  onTestFinished(() => void vi.restoreAllMocks());
  await recovery.look();
  expect(await stateOf()).toMatchObject([{ end_reason: null }]);
  recovery.spoke();
  await recovery.look();
  expect(await stateOf()).toMatchObject([{ end_reason: null }]);

  await new Recovery().look();
  expect(await stateOf()).toEqual([{ status: 'failed', end_reason: 'worker_lost' }]);
  expect((await readRun(command, runId)).body).toMatchObject({ status: 'failed' });
});
