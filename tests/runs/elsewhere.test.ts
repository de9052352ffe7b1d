import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pool, sql } from '@/server/base/database/db';
import { callRoll } from '@/server/base/events/worker-alive';
import { addConnector } from '@/server/connectors/registry';
import type { Connector } from '@/server/connectors/types';
import { claimRuns } from '@/server/runs/execute/claim-runs';
import { recoverLostRuns } from '@/server/runs/execute/recover-lost-runs';
import { startElsewhere } from '@/server/runs/execute/start-elsewhere';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { insertLoopbackCommand } from '../support/elsewhere/loopback-command';
import { loopbackConnector } from '../support/elsewhere/loopback-connector';
import { startWorkshop, type Workshop } from '../support/elsewhere/workshop';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, readRun, startRun } from '../support/things/runs';

withApp({ WORKER_CONCURRENCY: '2', CREDENTIAL_CONCURRENCY: '2' });
const source = withSource(
  `create function now_done() returns integer language sql as 'select 1'`,
  createOrganizations,
);

let workshop: Workshop;
let command: MadeCommand;
let click: MadeCommand;

beforeAll(async () => {
  addConnector(loopbackConnector as Connector<unknown>);
  workshop = await startWorkshop();
  command = await insertLoopbackCommand(pool(), {
    orgId: ORG_A,
    createdByUserId: people.orgAdmin,
    origin: workshop.origin,
    lookAgainMs: 50,
  });
  click = await commit(source, 'public.now_done()');
});
beforeEach(() => {
  workshop.endsAtOnce = false;
  workshop.afterStart = null;
});
afterAll(() => workshop.close());

const as = people.orgAdmin;

async function begin(times: number): Promise<number[]> {
  const runIds: number[] = [];
  for (let run = 0; run < times; run += 1) {
    const runId = await createRun(command, as);
    expect((await startRun(command, runId, {}, as)).status).toBe(202);
    runIds.push(runId);
  }
  return runIds;
}

async function states(runIds: readonly number[]): Promise<Record<string, number>> {
  const rows = await sql.query<{ state: string; count: number }>(
    'select state::text, count(*)::int from open_run where run_id = any($1) group by state',
    [runIds],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

const workOf = (runId: number) =>
  [...workshop.works.values()].find(({ name }) => name.includes(`-${runId}-`));

describe('S59 a worker that dies between starting work elsewhere and saving its handle', () => {
  it('doesn’t harm the run: it goes back in line, and the same work is found', async () => {
    const [runId = 0] = await begin(1);
    const [run] = await claimRuns('dead', 1);
    if (run?.runId !== runId) throw new Error('The run was not claimed');
    workshop.afterStart = () => {
      workshop.afterStart = null;
      return new Promise(() => {});
    };
    // Its response never arrives, as if the process were dead. When the workshop closes, after the test, the call fails.
    startElsewhere(run, 'dead', new AbortController().signal).catch(() => {});
    await expect.poll(() => workOf(runId)?.asked).toBe(1);

    expect(await recoverLostRuns(await callRoll(0))).toMatchObject({ lost: 0, backInLine: 1 });
    const [again] = await claimRuns('alive', 1);
    if (again?.runId !== runId) throw new Error('The run was not claimed again');
    await startElsewhere(again, 'alive', new AbortController().signal);
    expect(await states([runId])).toEqual({ elsewhere: 1 });
    expect(workOf(runId)).toMatchObject({ asked: 2, state: 'going' });
    expect([...workshop.works.values()].filter(({ name }) => name.includes(`-${runId}-`))).toHaveLength(1);
  });
});

describe('S87 a run whose work would continue elsewhere', () => {
  it('is not started there if its command needs approval by then', async () => {
    const [runId = 0] = await begin(1);
    await sql.query('update command set needs_approval = true, version = version + 1 where command_id = $1', [
      command.commandId,
    ]);
    const [run] = await claimRuns('worker', 1);
    if (run?.runId !== runId) throw new Error('The run was not claimed');
    await startElsewhere(run, 'worker', new AbortController().signal);
    expect((await readRun(command, runId, as)).body).toMatchObject({
      status: 'failed',
      end_reason: 'refused',
    });
    expect(workOf(runId)).toBeUndefined();
    await sql.query('update command set needs_approval = false where command_id = $1', [command.commandId]);
  });
});

describe('runs whose work continues elsewhere', () => {
  withWorker();

  it('hold no place: far more of them are in progress than there are places, and a click is served at once', async () => {
    const runIds = await begin(20);
    await expect.poll(() => states(runIds)).toEqual({ elsewhere: 20 });
    const clicked = await createRun(click);
    await startRun(click, clicked, {});
    expect((await readRun(click, clicked)).body).toMatchObject({ status: 'success', payload: 1 });
    expect(await states(runIds)).toEqual({ elsewhere: 20 });

    for (const runId of runIds) workOf(runId)?.lines.push('half of it', 'all of it');
    workshop.endAll();
    for (const runId of runIds) {
      expect((await readRun(command, runId, as)).body).toMatchObject({
        status: 'success',
        payload: { columns: [{ name: 'made' }], rows: [['{}']] },
        logging_message: 'begun\nhalf of it\nall of it',
        links: [{ kind: 'execution', label: workOf(runId)?.name }],
      });
      expect(workOf(runId)?.asked).toBe(1);
    }
  });

  it('one that is canceled is stopped there', async () => {
    const [runId = 0] = await begin(1);
    await expect.poll(() => states([runId])).toEqual({ elsewhere: 1 });
    const cancel = `/${ORG_A}/kits/${command.commandId}/runs/${runId}/cancel`;
    expect((await send('POST', cancel, { as })).status).toBe(202);
    expect((await readRun(command, runId, as)).body).toMatchObject({
      status: 'failed',
      end_reason: 'cancelled',
    });
    expect(workOf(runId)).toMatchObject({ state: 'stopped' });
  });

  it('a source that is down for a while doesn’t harm them', async () => {
    const [runId = 0] = await begin(1);
    await expect.poll(() => states([runId])).toEqual({ elsewhere: 1 });
    await sql.query(
      `update credential set settings = settings || '{"origin": "http://127.0.0.1:1"}' where name = 'Workshop'`,
    );
    await expect
      .poll(
        async () =>
          (
            await sql.query(
              "select from open_run where worker_id is null and look_at > now() + interval '5 seconds'",
            )
          ).length,
      )
      .toBe(1);
    await sql.query(
      "update credential set settings = settings || jsonb_build_object('origin', $1::text) where name = 'Workshop'",
      [workshop.origin],
    );
    workshop.endAll();
    await sql.query("update open_run set look_at = now() - interval '1 second'");
    expect((await readRun(command, runId, as)).body).toMatchObject({ status: 'success' });
  });
});
