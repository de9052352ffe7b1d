import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { prisma } from '@/server/base/database/prisma';
import { expireApprovals } from '@/server/runs/approvals/expire-approvals';
import { voidLostApprovals } from '@/server/runs/approvals/void-approvals';
import { withApp } from '../support/app/app';
import { type Answered, numberIn, send } from '../support/app/http';
import { callMcp, connectMcp, MODERN } from '../support/app/mcp';
import { serveSite } from '../support/app/site';
import { commit, withSource } from '../support/app/source';
import { executeWaiting } from '../support/app/worker';
import { withApproval } from '../support/things/approvals';
import { waitingMail } from '../support/things/mail';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, readRun, runInThree, runSync, startRun } from '../support/things/runs';
import { bearer, giveToken } from '../support/things/tokens';

const site = await serveSite();
withApp({ APP_URL: site.url });
const source = withSource(
  `create table paid (amount integer);
   create function pay(amount integer) returns integer language sql as
     $$ insert into paid values (amount) returning amount $$;
   create function unlock(pin text) returns text language sql as $$ select 'open' $$;
   create function options() returns table (id integer) language sql as $$ select 1 $$;`,
  createOrganizations,
);

let pay: MadeCommand;
beforeAll(async () => {
  pay = await commit(source, 'public.pay(integer)');
  expect(await configure(pay, { needsApproval: true })).toMatchObject({ status: 200 });
});
beforeEach(() => source.query('truncate paid'));

const configure = (command: MadeCommand, body: object) =>
  withApproval(
    () => send('PATCH', `/${ORG_A}/kits/${command.commandId}`, { as: people.orgAdmin, body }),
    command,
  );

interface Asked {
  runId: number;
  approvalId: number;
}

/** Asks for a run as the runner, unless someone else is named. */
async function ask(amount: number, as?: string, command = pay): Promise<Asked> {
  const runId = await createRun(command, as);
  const { status, body } = await startRun(command, runId, { amount }, as);
  expect(status, JSON.stringify(body)).toBe(202);
  const { approval } = body as { approval: { approval_id: number } };
  return { runId, approvalId: approval.approval_id };
}

const answer = (
  { approvalId }: Asked,
  body: object,
  sent: object = { as: people.engineer },
): Promise<Answered> =>
  send('POST', `/${ORG_A}/kits/${pay.commandId}/approvals/${approvalId}`, { body, ...sent });
const grant = (asked: Asked, sent?: object) => answer(asked, { isGranted: true }, sent);

const read = ({ approvalId }: Asked, as: string) => send('GET', `/${ORG_A}/approvals/${approvalId}`, { as });
const runOf = async ({ runId }: Asked) => (await readRun(pay, runId)).body as Record<string, JsonValue>;
const audit = async (...filters: string[]): Promise<{ run: object | null }[]> => {
  const query = filters.map((filter) => `filter=${filter}`).join('&');
  return (await send('GET', `/${ORG_A}/audit?${query}`, { as: people.orgAdmin })).body as {
    run: object | null;
  }[];
};
const paid = () => source.query('select amount from paid order by 1');

describe('a run that needs approval', () => {
  it('waits without reaching the source, and starts once another engineer grants it', async () => {
    const asked = await ask(5);
    expect(await executeWaiting()).toEqual([]);
    const listed = await send('GET', `/${ORG_A}/approvals?box=to_answer&state=waiting`, {
      as: people.engineer,
    });
    expect(listed.body).toMatchObject([
      { approval_id: asked.approvalId, name: 'pay', may_answer: true, runs: [{ runrams: { amount: 5 } }] },
    ]);
    const run = await send('GET', `/${ORG_A}/kits/${pay.commandId}/runs/${asked.runId}`, {
      as: people.runner,
    });
    expect(run.body).toMatchObject({ status: 'starting', approval: { state: 'waiting' } });
    expect(JSON.stringify(run.body)).toContain('"approvers":["admin-a","engineer"]');
    expect((await grant(asked)).body).toMatchObject({ state: 'granted', answered_by_name: 'engineer' });
    expect(await executeWaiting()).toEqual([asked.runId]);
    expect(await runOf(asked)).toMatchObject({
      status: 'success',
      payload: 5,
      approval: { state: 'granted' },
    });
    expect(await paid()).toEqual([{ amount: 5 }]);
    expect((await grant(asked)).status).toBe(409);
    const boxes = async (as: string) =>
      Promise.all(
        ['to_answer&state=waiting', 'answered', 'asked'].map(async (box) => {
          const { body } = await send('GET', `/${ORG_A}/approvals?box=${box}`, { as });
          return (body as { approval_id: number }[]).map(({ approval_id }) => approval_id);
        }),
      );
    expect(await boxes(people.engineer)).toEqual([[], [asked.approvalId], []]);
    expect(await boxes(people.runner)).toEqual([[], [], [asked.approvalId]]);
    expect((await read(asked, people.engineer)).body).toMatchObject({
      runs: [{ status: 'success', end_reason: null }],
      run_counts: { success: 1 },
      bulk_run_id: null,
    });
  });

  it('says who may open its request, which has a note to the engineers', async () => {
    const runId = await createRun(pay);
    const started = await send('POST', `/${ORG_A}/run-async-ii`, {
      as: people.runner,
      body: {
        olId: pay.templateId,
        kitId: pay.commandId,
        runId,
        runrams: { amount: 6 },
        approvalNote: 'For March',
      },
    });
    const { approval } = started.body as { approval: { approval_id: number } };
    const asked = { runId, approvalId: approval.approval_id };
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId: pay.commandId, userId: people.folderRunner, role: 'runner' },
    });
    for (const [as, mayView, mayAnswer, others] of [
      [people.runner, true, false, ['admin-a', 'engineer']],
      [people.engineer, true, true, ['admin-a']],
      [people.orgAdmin, true, true, ['engineer']],
      [people.folderRunner, false, false, ['admin-a', 'engineer']],
    ] as const) {
      const run = await send('GET', `/${ORG_A}/kits/${pay.commandId}/runs/${runId}`, { as });
      const note = mayView ? 'For March' : null;
      expect([as, run.body]).toMatchObject([
        as,
        { approval: { may_view: mayView, may_answer: mayAnswer, other_approvers: others, note } },
      ]);
      expect((await read(asked, as)).status).toBe(mayView ? 200 : 404);
    }
    expect((await answer(asked, { isGranted: false, reason: 'no' })).status).toBe(200);
  });

  it('ends as refused with the reason when it is denied, and a denial needs a reason', async () => {
    const asked = await ask(6);
    expect((await answer(asked, { isGranted: false })).status).toBe(400);
    expect((await answer(asked, { isGranted: false, reason: 'Too much' })).status).toBe(200);
    expect(await runOf(asked)).toMatchObject({ status: 'failed', end_reason: 'refused' });
    expect(JSON.stringify(await runOf(asked))).toContain('Reason: Too much');
    expect(await executeWaiting()).toEqual([]);
  });

  it('can be withdrawn by its asker alone, also by canceling the run', async () => {
    const [first, second] = [await ask(7), await ask(8)];
    const path = `/${ORG_A}/approvals/${first.approvalId}/withdraw`;
    expect((await send('POST', path, { as: people.engineer })).status).toBe(404);
    expect((await send('POST', path, { as: people.runner })).body).toMatchObject({ state: 'withdrawn' });
    await send('POST', `/${ORG_A}/kits/${pay.commandId}/runs/${second.runId}/cancel`, { as: people.runner });
    for (const asked of [first, second]) {
      expect(await runOf(asked)).toMatchObject({ end_reason: 'cancelled', approval: { state: 'withdrawn' } });
      expect((await grant(asked)).status).toBe(409);
    }
  });

  it('expires after its time, and can no longer be granted', async () => {
    const asked = await ask(9);
    const { approvalId } = asked;
    await prisma().approvalRequest.update({ where: { approvalId }, data: { expiresAt: new Date(0) } });
    expect((await grant(asked)).status).toBe(409);
    expect(await expireApprovals()).toBe(1);
    expect(await expireApprovals()).toBe(0);
    expect(await runOf(asked)).toMatchObject({ end_reason: 'refused', approval: { state: 'expired' } });
  });

  it('ends by itself when its asker is removed, and no longer waits for anyone', async () => {
    const kept = await ask(8);
    const asked = await ask(8, people.orgAdmin);
    expect(await voidLostApprovals()).toBe(0);
    const which = { orgId_userId: { orgId: ORG_A, userId: people.orgAdmin } };
    await prisma().membership.update({ where: which, data: { role: 'member', state: 'deleted' } });
    expect(await voidLostApprovals()).toBe(1);
    expect(await voidLostApprovals()).toBe(0);
    const request = await prisma().approvalRequest.findUniqueOrThrow({
      where: { approvalId: asked.approvalId },
    });
    expect(request).toMatchObject({ state: 'void', answeredByUserId: null });
    expect(request.reason).toContain('no longer has access');
    const run = await prisma().run.findUniqueOrThrow({ where: { runId: asked.runId } });
    expect(run).toMatchObject({ status: 'failed', endReason: 'refused' });
    const unread = { approvalId: asked.approvalId, kind: 'approval_to_answer', readAt: null } as const;
    expect(await prisma().notification.count({ where: unread })).toBe(0);
    await prisma().membership.update({ where: which, data: { role: 'admin', state: 'active' } });
    expect((await answer(kept, { isGranted: false, reason: 'no' })).status).toBe(200);
  });

  it('answers a script at once: 202 with the request, once per idempotency key, and MCP in words', async () => {
    const key = { 'idempotency-key': 'one-payment' };
    const body = {
      olId: pay.templateId,
      kitId: pay.commandId,
      params: { amount: 10 },
      approvalNote: 'Soon?',
    };
    const once = () => send('POST', `/${ORG_A}/run-sync`, { as: people.runner, headers: key, body });
    const [first, again] = [await once(), await once()];
    expect(first).toMatchObject({ status: 202, body: { approval: { state: 'waiting', note: 'Soon?' } } });
    expect(again).toMatchObject({ status: 202, body: { run_id: numberIn(first, 'run_id') } });
    expect((await waitingMail(ORG_A)).at(-1)?.subject).toBe('runner asks for your approval to run pay');
    const { token } = await giveToken(people.runner, { allowsUnasked: true });
    const client = await connectMcp(site.url, token, MODERN);
    const called = await callMcp(client, 'run_command', {
      command: `pay_${pay.commandId}`,
      arguments: { amount: 11 },
    });
    expect(JSON.stringify(called)).toContain('it needs the approval of');
    await client.close();
  });
});

describe('S16 S19 approval', () => {
  it("is never one's own, and never given by a runner, a token, or an engineer of another organization", async () => {
    const own = await ask(1, people.engineer);
    expect((await grant(own)).status).toBe(403);
    const asked = await ask(2);
    expect((await grant(asked, { as: people.runner })).status).toBe(403);
    expect((await grant(asked, { as: people.member })).status).toBe(404);
    expect((await grant(asked, { as: people.orgAdminB })).status).toBe(404);
    const { token } = await giveToken(people.engineer);
    expect((await grant(asked, { headers: bearer(token) })).status).toBe(403);
    expect((await read(asked, people.groupRunner)).status).toBe(404);
    expect(await executeWaiting()).toEqual([]);
  });

  it.each([
    ['the command changes', () => configure(pay, { description: 'Changed' })],
    [
      'its connection changes',
      () => prisma().credential.updateMany({ where: { orgId: ORG_A }, data: { version: { increment: 1 } } }),
    ],
    [
      'its values change',
      () => prisma().run.updateMany({ where: { status: 'starting' }, data: { params: '{"amount": 1000}' } }),
    ],
  ])('is void if %s before it is granted, and the run never starts', async (_, change) => {
    const asked = await ask(3);
    await change();
    expect((await grant(asked)).body).toMatchObject({ state: 'void' });
    expect(await runOf(asked)).toMatchObject({ end_reason: 'refused' });
    expect(await executeWaiting()).toEqual([]);
    expect(await paid()).toEqual([]);
  });

  it.each([
    ['the command changes', () => configure(pay, { description: 'Changed again' })],
    [
      'the values change',
      () => prisma().run.updateMany({ where: { status: 'starting' }, data: { params: '{"amount": 1000}' } }),
    ],
  ])('covers nothing if %s after it was granted and before the run starts', async (_, change) => {
    const asked = await ask(4);
    expect((await grant(asked)).body).toMatchObject({ state: 'granted' });
    await change();
    expect(await executeWaiting()).toEqual([asked.runId]);
    expect(await runOf(asked)).toMatchObject({ status: 'failed', end_reason: 'refused' });
    expect(await paid()).toEqual([]);
  });

  it('is void if the asker was an engineer, and no longer is', async () => {
    const asked = await ask(5, people.engineer);
    const granted = { orgId: ORG_A, commandId: pay.commandId, userId: people.engineer };
    const setRole = (role: 'admin' | 'runner') =>
      prisma().commandUserGrant.updateMany({ where: granted, data: { role } });
    await setRole('runner');
    expect((await grant(asked, { as: people.orgAdmin })).body).toMatchObject({ state: 'void' });
    await setRole('admin');
    const again = await ask(5, people.engineer);
    expect((await grant(again, { as: people.orgAdmin })).body).toMatchObject({ state: 'granted' });
    await setRole('runner');
    expect(await executeWaiting()).toEqual([again.runId]);
    expect(await paid()).toEqual([]);
    await setRole('admin');
  });

  it('is void if the asker lost the command', async () => {
    const asked = await ask(5);
    const grantOf = { commandId: pay.commandId, userId: people.runner };
    await prisma().commandUserGrant.deleteMany({ where: grantOf });
    expect((await grant(asked)).body).toMatchObject({ state: 'void' });
    expect((await read(asked, people.runner)).status).toBe(404);
    await prisma().commandUserGrant.create({ data: { orgId: ORG_A, ...grantOf, role: 'runner' } });
  });

  it('S53 is asked for with secrets sealed: nobody reads them in the request', async () => {
    const unlock = await commit(source, 'public.unlock(text)');
    await configure(unlock, { needsApproval: true });
    const templateInput = await prisma().templateInput.findFirstOrThrow({
      where: { templateId: unlock.templateId },
    });
    const type = { ...(templateInput.type as object), inputType: 'password' };
    const { templateInputId } = templateInput;
    await prisma().templateInput.update({ where: { templateInputId }, data: { type } });
    const runId = await createRun(unlock);
    const started = await startRun(unlock, runId, { pin: 'canary-4711' });
    expect(started.status).toBe(202);
    for (const as of [people.engineer, people.runner]) {
      const { body } = await send('GET', `/${ORG_A}/approvals?state=waiting`, { as });
      expect(JSON.stringify(body)).not.toContain('canary-4711');
    }
    const mails = JSON.stringify(await waitingMail(ORG_A));
    expect(mails).not.toContain('canary-4711');
  });

  it('is refused to a command without another engineer, and to one that runs by itself', async () => {
    const options = await commit(source, 'public.options()');
    const template = `/${ORG_A}/command-templates/${options.templateId}`;
    await send('PATCH', template, { as: people.orgAdmin, body: { runOnStartup: true } });
    expect((await configure(options, { needsApproval: true })).status).toBe(422);
    await send('PATCH', template, { as: people.orgAdmin, body: { runOnStartup: false } });
    expect((await configure(options, { needsApproval: true })).status).toBe(200);
    const startup = await send('PATCH', template, { as: people.orgAdmin, body: { runOnStartup: true } });
    expect(startup.status).toBe(422);
    await prisma().command.update({
      where: { commandId: options.commandId },
      data: { visibility: 'justme', createdByUserId: people.orgAdmin },
    });
    const alone = await runSync(options, {}, people.orgAdmin);
    expect(alone.status).toBe(422);
    expect(JSON.stringify(alone.body)).toContain('no other engineer');
  });

  it('S58 two engineers who grant at once start the run once', async () => {
    const asked = await ask(12);
    const both = await Promise.all([grant(asked), grant(asked, { as: people.orgAdmin })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await executeWaiting()).toEqual([asked.runId]);
    expect(await paid()).toEqual([{ amount: 12 }]);
  });

  it('S57 is asked for at most a hundred times before someone answers', async () => {
    const { approvalId } = await ask(1);
    const {
      approvalId: _,
      loosens: __,
      ...request
    } = await prisma().approvalRequest.findUniqueOrThrow({
      where: { approvalId },
    });
    await prisma().approvalRequest.createMany({ data: Array.from({ length: 100 }, () => request) });
    const runId = await createRun(pay);
    expect((await startRun(pay, runId, { amount: 1 })).status).toBe(429);
    await prisma().approvalRequest.deleteMany();
    expect((await startRun(pay, runId, { amount: 1 })).status).toBe(202);
  });

  it('is in the audit log with the name of its command, and its run with the names of the form', async () => {
    const asked = await ask(14);
    const [request] = await audit(`subject_type:approval`, `subject_id:${asked.approvalId}`);
    expect(request).toMatchObject({ action: 'approval.request', subject_name: 'pay' });
    await grant(asked);
    const events = await audit();
    expect(events.find((event) => event.run !== null)).toMatchObject({
      run: { run_id: asked.runId, runrams: { amount: 14 }, runram_names: { amount: 'Amount' } },
    });
  });

  it('S55 is in the audit log, step by step', async () => {
    const asked = await ask(13);
    await grant(asked);
    await executeWaiting();
    const events = await prisma().auditEvent.findMany({
      where: { subjectType: 'approval', subjectId: String(asked.approvalId) },
      orderBy: { auditEventId: 'asc' },
    });
    expect(events.map(({ action, actorUserId }) => [action, actorUserId])).toEqual([
      ['approval.request', people.runner],
      ['approval.grant', people.engineer],
    ]);
    // It started like any other run of the command, by the person who asked.
    const [start] = await audit(`subject_type:command`, `subject_id:${pay.commandId}`, 'action:run.start');
    expect(start).toMatchObject({ user_id: people.runner, run: { run_id: asked.runId } });
  });
});

it('a command without the setting runs as before', async () => {
  await configure(pay, { needsApproval: false });
  const running = runInThree(pay, { amount: 20 });
  await expect.poll(() => executeWaiting()).toHaveLength(1);
  expect((await running).body).toMatchObject({ status: 'success', approval: null });
});

describe('a run of a copy', () => {
  it('is approved by an engineer of the original, who need not have the copy', async () => {
    expect(await configure(pay, { needsApproval: true })).toMatchObject({ status: 200 });
    const made = await send('POST', `/${ORG_A}/kits/${pay.commandId}/duplicate`, {
      as: people.runner,
      body: { name: 'My payments' },
    });
    const copy = { ...pay, commandId: numberIn(made, 'kit_id') };
    const asked = await ask(4, people.runner, copy);
    expect(
      (await send('GET', `/${ORG_A}/deep-kits-6/${copy.commandId}`, { as: people.engineer })).status,
    ).toBe(404);
    expect(await read(asked, people.engineer)).toMatchObject({
      body: { kit_id: copy.commandId, answer_kit_id: pay.commandId, name: 'My payments', may_answer: true },
    });
    const { body } = await send('GET', `/${ORG_A}/notifications`, { as: people.engineer });
    expect(JSON.stringify(body)).toContain('My payments');
    expect((await read(asked, people.groupRunner)).status).toBe(404);
    expect((await grant(asked, { as: people.runner })).status).toBe(403);
    expect(await grant(asked)).toMatchObject({ status: 200, body: { state: 'granted' } });
    expect(await executeWaiting()).toEqual([asked.runId]);
    expect(await paid()).toEqual([{ amount: 4 }]);
  });
});
