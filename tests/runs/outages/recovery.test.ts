import fc from 'fast-check';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from '@/server/base/database/db';
import { callRoll } from '@/server/base/events/worker-alive';
import { recoverLostRuns } from '@/server/runs/execute/recover-lost-runs';
import { withApp } from '../../support/app/app';
import { commit, withSource } from '../../support/app/source';
import { repeats } from '../../support/setup/reach';
import { createOrganizations, type MadeCommand } from '../../support/things/organizations';
import { endReasonOf, holdDatabaseTime, SimulatedWorkers } from '../../support/things/simulated-workers';

const DEAD_AFTER_SECONDS = 6;
/** A heartbeat. */
const STEP_SECONDS = 1;
const DEAD_TIME = DEAD_AFTER_SECONDS / STEP_SECONDS;

withApp({ WORKER_DEAD_AFTER_SECONDS: String(DEAD_AFTER_SECONDS) });
beforeAll(holdDatabaseTime);
const source = withSource(
  `create function now_done() returns integer language sql as 'select 1'`,
  createOrganizations,
);

let command: MadeCommand;
beforeAll(async () => {
  command = await commit(source, 'public.now_done()');
});

function simulate(): SimulatedWorkers {
  const workers = new SimulatedWorkers(command, STEP_SECONDS);
  onTestFinished(async () => {
    await sql.query('delete from open_run');
  });
  return workers;
}

async function expectLivingRunsInProgress({ living }: SimulatedWorkers): Promise<void> {
  for (const { runId } of living) if (runId !== null) expect(await endReasonOf(runId)).toBeNull();
}

describe('S59 a worker that has been silent', () => {
  it('is dead, and its run is lost', async () => {
    const workers = simulate();
    workers.start();
    workers.start();
    await workers.pass(2 * DEAD_TIME);
    const [silent, other] = workers.living;
    if (silent !== undefined) silent.isLiving = false;
    await workers.pass(2 * DEAD_TIME);
    expect(await endReasonOf(silent?.runId ?? 0)).toBe('worker_lost');
    expect(await endReasonOf(other?.runId ?? 0)).toBeNull();
  });

  it('is not dead to a worker that started while the database was out of reach', async () => {
    const workers = simulate();
    workers.start();
    await workers.pass(2 * DEAD_TIME);
    workers.isReachable = false;
    await workers.pass(2 * DEAD_TIME);
    workers.start();
    await workers.pass(1);
    workers.isReachable = true;
    await workers.pass(2 * DEAD_TIME);
    await expectLivingRunsInProgress(workers);
  });

  it('is found by the worker that takes its place, one dead time after that started', async () => {
    const workers = simulate();
    workers.start();
    await workers.pass(DEAD_TIME);
    const [dead] = workers.living;
    if (dead !== undefined) dead.isLiving = false;
    workers.start();
    await workers.pass(DEAD_TIME - 1);
    expect(await endReasonOf(dead?.runId ?? 0)).toBeNull();
    await workers.pass(3);
    expect(await endReasonOf(dead?.runId ?? 0)).toBe('worker_lost');
  });
});

describe('S59 a search for what dead workers left', () => {
  it.each([
    ['hangs in the database for longer than workers may be silent', async () => {}],
    ['reaches another server', (workers: SimulatedWorkers) => workers.promote(2 * DEAD_AFTER_SECONDS)],
  ])('that %s takes nobody for dead who lives', async (_, during) => {
    const workers = simulate();
    workers.start();
    await workers.pass(DEAD_TIME);
    const call = await callRoll();
    workers.isReachable = false;
    await workers.pass(2 * DEAD_TIME);
    await during(workers);
    expect(await recoverLostRuns(call)).toMatchObject({ lost: 0 });
    await expectLivingRunsInProgress(workers);
  });
});

/** What may happen around workers, in heartbeats. */
const happening = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), steps: fc.integer({ min: 1, max: 14 }) }),
  },
  fc.record({ kind: fc.constant('cut' as const) }),
  fc.record({ kind: fc.constant('start in an outage' as const) }),
  fc.record({ kind: fc.constant('heal' as const) }),
  fc.record({ kind: fc.constant('restart' as const) }),
  fc.record({ kind: fc.constant('promote' as const), lagSeconds: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ kind: fc.constant('die' as const), worker: fc.nat(2) }),
  fc.record({ kind: fc.constant('start' as const) }),
);
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

async function apply(workers: SimulatedWorkers, happens: Happening): Promise<void> {
  switch (happens.kind) {
    case 'pass':
      return workers.pass(happens.steps);
    case 'cut':
      workers.isReachable = false;
      return;
    case 'start in an outage':
      workers.isReachable = false;
      await workers.pass(2 * DEAD_TIME);
      workers.start();
      workers.isReachable = true;
      return;
    case 'heal':
      workers.isReachable = true;
      return;
    case 'restart':
      return workers.restartServer();
    case 'promote':
      return workers.promote(happens.lagSeconds);
    case 'die': {
      const worker = workers.living[happens.worker];
      if (worker !== undefined) worker.isLiving = false;
      return;
    }
    case 'start':
      workers.start();
  }
}

it('S59 through outages, restarts, and promotions, each run of a dead worker is lost, and none of a living one', async () => {
  const workers = simulate();
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 15 }), async (happenings) => {
      for (const worker of workers.living) worker.isLiving = false;
      workers.start();
      for (const happens of happenings) {
        await apply(workers, happens);
        await expectLivingRunsInProgress(workers);
      }
      workers.isReachable = true;
      if (workers.living.length === 0) workers.start();
      await workers.pass(3 * DEAD_TIME);
      await expectLivingRunsInProgress(workers);
      for (const { runId, isLiving } of workers.workers.splice(0)) {
        if (!isLiving && runId !== null) expect(await endReasonOf(runId)).toBe('worker_lost');
        await sql.query('delete from open_run where run_id = $1', [runId]);
      }
    }),
    { numRuns: repeats(100) },
  );
});
