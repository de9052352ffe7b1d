import { beforeAll, describe, expect, it } from 'vitest';
import { runError } from '@/lib/runs/run-error';
import { prisma } from '@/server/base/database/prisma';
import { callRoll } from '@/server/base/events/worker-alive';
import { claimRuns } from '@/server/runs/execute/claim-runs';
import { endRun } from '@/server/runs/execute/end-run';
import { returnUnknownRuns } from '@/server/runs/execute/own-runs';
import { recoverLostRuns } from '@/server/runs/execute/recover-lost-runs';
import { RunSink } from '@/server/runs/execute/run-sink';
import { withApp } from '../../support/app/app';
import { type Answered, numberIn, send } from '../../support/app/http';
import { executeWaiting } from '../../support/app/worker';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createRun, readRun, runSync, startRun } from '../../support/things/runs';

withApp();

let command: MadeCommand;

beforeAll(async () => {
  await createOrganizations();
  ({ command } = await createGrantedCommands());
});

const stateOf = (runId: number) => prisma().run.findUniqueOrThrow({ where: { runId } });

async function queuedRun(): Promise<number> {
  const runId = await createRun(command);
  await startRun(command, runId, { amount: 1 });
  return runId;
}

/** No worker serves the queue here, so the state between queue and worker can be checked. */
describe('a queued run', () => {
  it('S15 is refused if its starter has lost the command, and nothing is executed', async () => {
    const runId = await queuedRun();
    const grant = { orgId: ORG_A, commandId: command.commandId, userId: people.runner };
    await prisma().commandUserGrant.delete({ where: { orgId_commandId_userId: grant } });
    expect(await executeWaiting()).toEqual([runId]);
    expect(await stateOf(runId)).toMatchObject({ status: 'failed', endReason: 'refused', hasResult: false });
    await prisma().commandUserGrant.create({ data: { ...grant, role: 'runner' } });
  });

  it('is claimed by only one worker', async () => {
    const runId = await queuedRun();
    const taken = await Promise.all([executeWaiting('one'), executeWaiting('two')]);
    expect(taken.flat()).toEqual([runId]);
    expect(await executeWaiting('three')).toEqual([]);
    expect((await stateOf(runId)).status).toBe('failed');
  });

  it('whose worker is dead ends as worker_lost, and is not run again', async () => {
    const runId = await queuedRun();
    expect(await claimRuns('dead', 1)).toMatchObject([{ runId }]);
    expect(await recoverLostRuns(await callRoll(0))).toMatchObject({ lost: 1 });
    expect(await stateOf(runId)).toMatchObject({ status: 'failed', endReason: 'worker_lost' });
    expect(await recoverLostRuns(await callRoll(0))).toMatchObject({ lost: 0 });
  });

  it('whose values never came ends by itself within the hour, and says so', async () => {
    const runId = await createRun(command);
    await prisma().run.update({ where: { runId }, data: { createdAt: new Date(Date.now() - 59 * 60_000) } });
    expect(await recoverLostRuns(await callRoll())).toMatchObject({ neverStarted: 1 });
    expect(await stateOf(runId)).toMatchObject({
      status: 'failed',
      endReason: 'never_started',
      errors: [{ message: 'The run was created, but its values never came, so it was never started.' }],
    });
  });

  it('S59 whose claim was saved but its response lost goes back in line, since none of it has begun', async () => {
    const runId = await queuedRun();
    expect(await claimRuns('worker', 1)).toMatchObject([{ runId }]);
    expect(await returnUnknownRuns('worker', [runId])).toBe(0);
    expect(await returnUnknownRuns('worker', [])).toBe(1);
    expect(await executeWaiting('other')).toEqual([runId]);
  });
  it('whose values cannot be decrypted ends, says so, and doesn’t block the runs behind it', async () => {
    const [broken, next] = [await queuedRun(), await queuedRun()];
    await prisma().run.update({
      where: { runId: broken },
      data: { sealedValues: Buffer.from('not sealed') },
    });
    expect(await executeWaiting()).toEqual([broken, next]);
    const { errors } = await stateOf(broken);
    expect(errors).toMatchObject([{ message: expect.stringContaining('Something went wrong in Pushboard') }]);
    expect((await stateOf(next)).status).toBe('failed');
  });

  it('S59 whose result the database refuses still ends', async () => {
    const runId = await queuedRun();
    await claimRuns('worker', 1);
    const sink = new RunSink(ORG_A, runId);
    const refused = { ...runError('It said \0.'), detail: null };
    const end = { status: 'failed', endReason: 'error', errors: [refused] } as const;
    await endRun({ orgId: ORG_A, runId, commandId: command.commandId }, 'worker', sink, {
      ...end,
      errors: [refused],
    });
    expect(await stateOf(runId)).toMatchObject({ status: 'failed', endReason: 'error' });
    expect(await executeWaiting()).toEqual([]);
  });
});

describe('a caller who waits for a run', () => {
  it('S15 gets nothing if they have lost the command by the time it ends', async () => {
    const runId = await queuedRun();
    const waiting = readRun(command, runId);
    const params = { amount: 1 };
    const together = runSync(command, params);
    await expect
      .poll(() => prisma().run.count({ where: { status: 'starting', queuedAt: { not: null } } }))
      .toBe(2);
    const grant = { orgId: ORG_A, commandId: command.commandId, userId: people.runner };
    await prisma().commandUserGrant.delete({ where: { orgId_commandId_userId: grant } });
    expect(await executeWaiting()).toHaveLength(2);
    expect([(await waiting).status, (await together).status]).toEqual([404, 404]);
    await prisma().commandUserGrant.create({ data: { ...grant, role: 'runner' } });
  });
});

describe('S04 a run group', () => {
  it('of someone else accepts no run', async () => {
    const begin = (as: string) =>
      send('POST', `/${ORG_A}/run-groups`, { as, body: { kitId: command.commandId } });
    const [own, foreign] = [await begin(people.runner), await begin(people.engineer)];
    const createIn = (group: Answered) =>
      send('POST', `/${ORG_A}/run-async-i`, {
        as: people.runner,
        body: {
          olId: command.templateId,
          kitId: command.commandId,
          kitRunId: numberIn(group, 'kit_run_id'),
        },
      });
    const before = await prisma().run.count();
    expect((await createIn(foreign)).status).toBe(400);
    expect(await prisma().run.count()).toBe(before);
    expect((await createIn(own)).status).toBe(201);
  });
});
