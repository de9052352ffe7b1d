import { beforeAll, expect, it, vi } from 'vitest';
import { Recovery } from '@/jobs/recovery';
import { pool, sql } from '@/server/db';
import { claimRuns } from '@/server/runs/claim-runs';
import { withApp } from '../support/app';
import { createOrganizations, type MadeCommand } from '../support/organizations';
import { createRun, readRun, startRun } from '../support/runs';
import { commit, withSource } from '../support/source';

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

  const recovery = new Recovery();
  const away = vi.spyOn(pool(), 'query').mockRejectedValueOnce(new Error('The database is away.'));
  await expect(recovery.look()).rejects.toThrow('The database is away.');
  away.mockRestore();
  await recovery.look();
  const stateOf = () => sql.query('select status::text, end_reason from run where run_id = $1', [runId]);
  expect(await stateOf()).toMatchObject([{ end_reason: null }]);

  await new Recovery().look();
  expect(await stateOf()).toEqual([{ status: 'failed', end_reason: 'worker_lost' }]);
  expect((await readRun(command, runId)).body).toMatchObject({ status: 'failed' });
});
