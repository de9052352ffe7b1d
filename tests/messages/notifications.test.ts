import { beforeAll, beforeEach, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { claimRuns } from '@/server/runs/execute/claim-runs';
import { executeRun } from '@/server/runs/execute/execute-run';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withApproval } from '../support/things/approvals';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, startRun } from '../support/things/runs';
import { bearer, giveToken } from '../support/things/tokens';

withApp();
const source = withSource(
  `create function pay(amount integer) returns integer language sql as $$ select amount $$;`,
  createOrganizations,
);

let pay: MadeCommand;
beforeAll(async () => {
  pay = await commit(source, 'public.pay(integer)');
});
beforeEach(() => prisma().notification.deleteMany());

const kit = () => `/${ORG_A}/kits/${pay.commandId}`;
const configure = (body: object) =>
  withApproval(() => send('PATCH', kit(), { as: people.orgAdmin, body }), pay);
const begin = async (): Promise<number> => {
  const runId = await createRun(pay);
  expect((await startRun(pay, runId, { amount: 1 })).status).toBe(202);
  return runId;
};

interface Told {
  unread_count: number;
  notifications: { notification_id: number; kind: string; name: string; is_read: boolean }[];
}
const toldTo = async (as: string) => (await send('GET', `/${ORG_A}/notifications`, { as })).body as Told;
const kindsOf = async (as: string) => (await toldTo(as)).notifications.map(({ kind }) => kind);

it('a request for approval is told to who can answer it, and its answer to who asked', async () => {
  await configure({ needsApproval: true });
  const runId = await begin();
  const { approvalId } = await prisma().approvalRun.findFirstOrThrow({ where: { runId } });
  expect(await toldTo(people.engineer)).toMatchObject({
    unread_count: 1,
    notifications: [
      {
        kind: 'approval_to_answer',
        name: 'pay',
        actor_name: 'runner',
        approval_id: approvalId,
        is_read: false,
      },
    ],
  });
  expect(await kindsOf(people.orgAdmin)).toEqual(['approval_to_answer']);
  for (const other of [people.runner, people.member]) expect(await kindsOf(other)).toEqual([]);
  const body = { isGranted: false, reason: 'No' };
  await send('POST', `${kit()}/approvals/${approvalId}`, { as: people.engineer, body });
  expect(await toldTo(people.runner)).toMatchObject({
    unread_count: 1,
    notifications: [{ kind: 'approval_answered', actor_name: 'engineer', approval_state: 'denied' }],
  });
  // Nothing waits for the others anymore.
  expect((await toldTo(people.orgAdmin)).unread_count).toBe(0);
  await configure({ needsApproval: false });
});

it('shares and requests for access are told', async () => {
  const recipients = [{ userId: people.member, newKitDirRole: 'runner' }];
  await send('POST', `${kit()}/share`, { as: people.orgAdmin, body: { recipients, groups: [] } });
  expect(await toldTo(people.member)).toMatchObject({
    notifications: [{ kind: 'share', actor_name: 'admin-a' }],
  });
  const asked = {
    toAddresses: [`${people.engineer}@example.com`],
    message: 'May I?',
    subject: 'Access',
    kitId: pay.commandId,
  };
  await send('POST', `/${ORG_A}/send_general_email`, { as: people.groupRunner, body: asked });
  expect(await kindsOf(people.engineer)).toEqual(['access_request']);
});

it('the end of a run of over a minute is told, and that of a short one is not', async () => {
  const end = async (startedAt: Date): Promise<void> => {
    const runId = await begin();
    await prisma().run.update({ where: { runId }, data: { trigger: 'person' } });
    const [claimed] = await claimRuns('worker', 1);
    if (claimed === undefined) throw new Error('Nothing to claim');
    await prisma().run.update({ where: { runId }, data: { startedAt } });
    await executeRun(claimed, 'worker', new AbortController().signal);
  };
  await end(new Date());
  expect(await kindsOf(people.runner)).toEqual([]);
  await end(new Date(Date.now() - 61_000));
  expect(await toldTo(people.runner)).toMatchObject({
    notifications: [{ kind: 'run_ended', run_status: 'success' }],
  });
});

it("S02 nobody reads or marks another person's, and who lost the command is told nothing of it", async () => {
  const data = { orgId: ORG_A, userId: people.runner, kind: 'share' as const, commandId: pay.commandId };
  const { notificationId } = await prisma().notification.create({ data });
  const read = (as: string, body: object = { notificationIds: [notificationId] }) =>
    send('POST', `/${ORG_A}/notifications/read`, { as, body });
  await read(people.engineer);
  await read(people.engineer, {});
  expect((await toldTo(people.runner)).unread_count).toBe(1);
  expect((await send('GET', `/${ORG_A}/notifications`, { as: people.orgAdminB })).status).toBe(404);
  expect((await read(people.runner)).status).toBe(204);
  expect((await toldTo(people.runner)).unread_count).toBe(0);
  await prisma().commandUserGrant.deleteMany({ where: { commandId: pay.commandId, userId: people.runner } });
  expect((await toldTo(people.runner)).notifications).toEqual([]);
});

it('S22 a token for some commands sees what is about these, and no refused mail', async () => {
  const about = { orgId: ORG_A, userId: people.orgAdmin };
  await prisma().notification.createMany({
    data: [
      { ...about, kind: 'mail_refused', personName: 'ann@example.com', mailSubject: 'Payroll' },
      { ...about, kind: 'share', commandId: pay.commandId, actorUserId: people.engineer },
    ],
  });
  expect(await kindsOf(people.orgAdmin)).toEqual(['share', 'mail_refused']);
  const scope = { kind: 'run', commandIds: [pay.commandId], folderIds: [] } as const;
  const { token } = await giveToken(people.orgAdmin, { scope });
  const { body } = await send('GET', `/${ORG_A}/notifications`, { headers: bearer(token) });
  expect(body).toMatchObject({ unread_count: 1, notifications: [{ kind: 'share' }] });
});
