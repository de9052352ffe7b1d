import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GET as GET_READY } from '@/app/readyz/route';
import type { JsonValue } from '@/lib/base/json';
import { prisma } from '@/server/base/database/prisma';
import { env } from '@/server/base/env';
import { forgetProcessWide } from '@/server/base/process-wide';
import { claimRuns } from '@/server/runs/execute/claim-runs';
import { takeDueRuns } from '@/server/runs/execute/follow-elsewhere';
import { beat } from '@/server/runs/execute/workers';
import { lookAtNextDue } from '@/server/sources/forecast/due-looks';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createRun, startRun } from '../../support/things/runs';

withApp();
const source = withSource(
  'create function slot() returns integer language sql as $$ select 1 $$;',
  createOrganizations,
);

let command: MadeCommand;
let credentialId: number;
beforeAll(async () => {
  command = await commit(source, 'public.slot()');
  ({ credentialId } = await prisma().credential.findFirstOrThrow({ where: { orgId: ORG_A } }));
});

/** As if this process were a worker with these tags. */
function workAs(...tags: string[]): void {
  env().workerTags.splice(0, Number.POSITIVE_INFINITY, ...tags);
}

const tag = (workerTag: JsonValue) =>
  send('PATCH', `/${ORG_A}/creds/${credentialId}`, { as: people.orgAdmin, body: { workerTag } });
const readConnection = async () =>
  (await send('GET', `/${ORG_A}/creds/${credentialId}`, { as: people.orgAdmin })).body;
const readRun = async (runId: number) =>
  (await send('GET', `/${ORG_A}/kits/${command.commandId}/runs/${runId}`, { as: people.runner })).body;
const claimedIds = async () => (await claimRuns('w', 20)).map(({ runId }) => runId);
async function begin(): Promise<number> {
  const runId = await createRun(command);
  expect((await startRun(command, runId, {})).status).toBe(202);
  return runId;
}

beforeEach(async () => {
  workAs('default');
  await prisma().openRun.deleteMany();
  await prisma().worker.deleteMany();
  expect((await tag(null)).status).toBe(200);
});

describe('the tag of a connection', () => {
  it.each(['', 'DMZ', 'two words', '-a', 'x'.repeat(41), 7])('is refused if it is %j', async (given) => {
    const refused = await tag(given);
    expect(refused).toMatchObject({ status: 400, body: { error: { issues: [{ path: 'workerTag' }] } } });
  });

  it('is for those who may connect sources, and its change is in the audit log', async () => {
    const body = { workerTag: 'dmz' };
    const refused = await send('PATCH', `/${ORG_A}/creds/${credentialId}`, { as: people.runner, body });
    expect(refused.status).toBe(403);
    expect((await tag('dmz')).body).toMatchObject({ worker_tag: 'dmz', worker_missing: true });
    const event = await prisma().auditEvent.findFirstOrThrow({
      where: { action: 'credential.update' },
      orderBy: { auditEventId: 'desc' },
    });
    expect([event.before, event.after]).toMatchObject([{ worker_tag: null }, { worker_tag: 'dmz' }]);
  });

  it('is not stored if it is that of ordinary workers', async () => {
    expect((await tag('dmz')).status).toBe(200);
    expect((await tag('default')).body).toMatchObject({ worker_tag: null, worker_missing: false });
  });
});

describe('a worker', () => {
  it('takes only runs of connections whose tag it has', async () => {
    await tag('dmz');
    const tagged = await begin();
    expect(await claimedIds()).toEqual([]);
    workAs('eu', 'dmz');
    expect(await claimedIds()).toEqual([tagged]);
  });

  it('takes nothing without a tag, unless it is also an ordinary one', async () => {
    const plain = await begin();
    workAs('dmz');
    expect(await claimedIds()).toEqual([]);
    workAs('dmz', 'default');
    expect(await claimedIds()).toEqual([plain]);
  });

  it('takes what waits already when the tag changes', async () => {
    await tag('dmz');
    const runId = await begin();
    expect(await claimedIds()).toEqual([]);
    await tag(null);
    expect(await claimedIds()).toEqual([runId]);
  });

  it('checks only work elsewhere whose connection it serves', async () => {
    await tag('dmz');
    const runId = await begin();
    await prisma().openRun.update({
      where: { orgId_runId: { orgId: ORG_A, runId } },
      data: { state: 'elsewhere', handle: '{}', lookAt: new Date(0) },
    });
    await prisma().run.update({ where: { runId }, data: { startedAt: new Date() } });
    expect(await takeDueRuns('w', 5)).toEqual([]);
    workAs('dmz');
    expect((await takeDueRuns('w', 5)).map((run) => run.runId)).toEqual([runId]);
  });

  it('looks by itself only at sources that it serves', async () => {
    await tag('dmz');
    await prisma().credential.update({
      where: { credentialId },
      data: { lookEvery: 'daily', lookDueAt: new Date(0) },
    });
    expect(await lookAtNextDue()).toBe(0);
    workAs('dmz');
    expect(await lookAtNextDue()).toBe(1);
  });
});

describe('where no worker with the tag is alive', () => {
  const ready = async (): Promise<unknown> => {
    forgetProcessWide();
    return (await GET_READY()).json();
  };

  it('the run, the connection, and the probe say so until one is', async () => {
    await beat('ordinary');
    await tag('dmz');
    const runId = await begin();
    expect(await readRun(runId)).toMatchObject({ status: 'starting', missing_worker_tag: 'dmz' });
    expect(await readConnection()).toMatchObject({ worker_missing: true });
    expect(await ready()).toMatchObject({ worker: true, missing_worker_tags: ['dmz'] });
    workAs('dmz');
    await beat('in the dmz');
    expect(await readRun(runId)).toMatchObject({ status: 'starting', missing_worker_tag: null });
    expect(await readConnection()).toMatchObject({ worker_missing: false });
    expect(await ready()).not.toHaveProperty('missing_worker_tags');
  });

  it('a run without a tag says nothing', async () => {
    expect(await readRun(await begin())).toMatchObject({ status: 'starting', missing_worker_tag: null });
  });
});
