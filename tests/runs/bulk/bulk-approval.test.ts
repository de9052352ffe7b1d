import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import { serveSite } from '../../support/app/site';
import { commit, withSource } from '../../support/app/source';
import { executeWaiting } from '../../support/app/worker';
import { withApproval } from '../../support/things/approvals';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';

// No worker serves the line here: rows wait until a test takes them.
const site = await serveSite();
withApp({ APP_URL: site.url });
const source = withSource(
  `create table paid (amount integer);
   create function pay(amount integer) returns integer language sql as
     $$ insert into paid values (amount) returning amount $$;`,
  createOrganizations,
);

let pay: MadeCommand;
beforeAll(async () => {
  pay = await commit(source, 'public.pay(integer)');
});
beforeEach(async () => {
  await source.query('truncate paid');
  await configure({ needsApproval: true, confirmationWord: null });
});

const configure = (body: object) =>
  withApproval(() => send('PATCH', `/${ORG_A}/kits/${pay.commandId}`, { as: people.orgAdmin, body }), pay);

async function create(amounts: number[]): Promise<number> {
  const runramsList = amounts.map((amount) => ({ amount }));
  const body = { olId: pay.templateId, kitId: pay.commandId, runramsList };
  return numberIn(await send('POST', `/${ORG_A}/run-bulk-async-i`, { as: people.runner, body }), 'run_id');
}

const begin = (parentRunId: number, more: object = {}) =>
  send('POST', `/${ORG_A}/run-bulk-async-ii`, {
    as: people.runner,
    body: { parentRunId, kitId: pay.commandId, ...more },
  });

const runPath = (runId: number) => `/${ORG_A}/kits/${pay.commandId}/runs/${runId}`;
const read = async (runId: number) => (await send('GET', runPath(runId), { as: people.runner })).body;

/** Asks for a bulk run. Returns its id, and the request's. */
async function ask(amounts: number[]): Promise<{ runId: number; approvalId: number }> {
  const runId = await create(amounts);
  expect(await begin(runId, { approvalNote: 'For March' })).toMatchObject({
    status: 202,
    body: { waiting: amounts.length, start_time: null },
  });
  const { approval } = (await read(runId)) as { approval: { approval_id: number } };
  return { runId, approvalId: approval.approval_id };
}

const answer = (approvalId: number, body: object) =>
  send('POST', `/${ORG_A}/kits/${pay.commandId}/approvals/${approvalId}`, { as: people.engineer, body });
const inLine = () => sql.query('select run_id from open_run');
const paid = () => source.query('select amount from paid order by 1');

describe('a bulk run that needs approval', () => {
  it('asks once for all rows, which start together when it is granted', async () => {
    const { runId, approvalId } = await ask([1, 2, 3]);
    expect((await begin(runId)).status).toBe(409);
    expect((await send('POST', `${runPath(runId)}/bulk/resume`, { as: people.runner })).status).toBe(409);
    expect(await executeWaiting()).toEqual([]);
    const listed = await send('GET', `/${ORG_A}/approvals?box=to_answer&state=waiting`, {
      as: people.engineer,
    });
    expect(listed.body).toMatchObject([
      {
        approval_id: approvalId,
        run_count: 3,
        note: 'For March',
        runs: [{}, {}, { runrams: { amount: 3 } }],
      },
    ]);
    expect((await answer(approvalId, { isGranted: true })).body).toMatchObject({ state: 'granted' });
    expect(await executeWaiting()).toHaveLength(3);
    expect(await read(runId)).toMatchObject({ status: 'success', bulk_progress: { success: 3 } });
    expect(await paid()).toEqual([{ amount: 1 }, { amount: 2 }, { amount: 3 }]);
    expect(await inLine()).toEqual([]);
    const ended = await send('GET', `/${ORG_A}/approvals/${approvalId}`, { as: people.engineer });
    expect(ended.body).toMatchObject({ run_counts: { success: 3 }, bulk_run_id: runId });
    const starts = { subjectType: 'command', action: { startsWith: 'run.start' } };
    expect(await prisma().auditEvent.findMany({ where: starts })).toMatchObject([
      { action: 'run.start_bulk', actorUserId: people.runner, after: { run_id: runId, rows: 3 } },
    ]);
  });

  it('ends with all of its rows when it is denied, and when the command changed meanwhile', async () => {
    const denied = await ask([4, 5]);
    await answer(denied.approvalId, { isGranted: false, reason: 'Too much' });
    const changed = await ask([6]);
    await configure({ description: 'Pays more' });
    expect((await answer(changed.approvalId, { isGranted: true })).body).toMatchObject({ state: 'void' });
    for (const { runId } of [denied, changed]) {
      expect(await read(runId)).toMatchObject({ status: 'failed', end_reason: 'refused' });
    }
    expect(await executeWaiting()).toEqual([]);
    expect(await inLine()).toEqual([]);
    expect(await paid()).toEqual([]);
  });

  it.each(['cancel', 'bulk/stop'])('takes its request back with %s', async (verb) => {
    const { runId, approvalId } = await ask([7, 8]);
    const body = verb === 'cancel' ? {} : { body: {} };
    expect(
      (await send('POST', `${runPath(runId)}/${verb}`, { as: people.runner, ...body })).status,
    ).toBeLessThan(300);
    expect(await read(runId)).toMatchObject({ end_reason: 'cancelled', approval: { state: 'withdrawn' } });
    expect((await answer(approvalId, { isGranted: true })).status).toBe(409);
    expect(await executeWaiting()).toEqual([]);
    expect(await inLine()).toEqual([]);
  });
});

describe('a bulk run of a command that runs once at a time', () => {
  it('takes one row after the other: neither the parent nor the rows that wait hold the place', async () => {
    await configure({ needsApproval: false, concurrencyLimit: 1 });
    const runId = await create([1, 2]);
    expect((await begin(runId)).status).toBe(202);
    expect(await executeWaiting()).toHaveLength(1);
    expect(await executeWaiting()).toHaveLength(1);
    expect(await read(runId)).toMatchObject({ status: 'success' });
    await configure({ concurrencyLimit: null });
  });
});

describe('a bulk run of a command with a confirmation word', () => {
  it('starts only with it', async () => {
    await configure({ needsApproval: false, confirmationWord: 'pay' });
    const runId = await create([9]);
    expect(await begin(runId)).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: 'confirmation' }] } },
    });
    expect(await executeWaiting()).toEqual([]);
    expect((await begin(runId, { confirmation: 'pay' })).status).toBe(202);
    expect(await executeWaiting()).toHaveLength(1);
  });
});
