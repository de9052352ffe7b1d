import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fanOutEnded } from '@/server/automation/schedules/auto-runs/fan-out';
import { claimAllDue, openAllClaimed } from '@/server/automation/schedules/tick';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { type Answered, numberIn, send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { executeWaiting } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { deliver } from '../support/things/webhooks';

withApp();
const source = withSource(
  `create table paid (amount integer);
   create function pay(amount integer) returns integer language sql as
     $$ insert into paid values (amount) returning amount $$;
   create function broken(most integer) returns integer language plpgsql as
     $$ begin raise exception 'no'; end $$;`,
  createOrganizations,
);

/** The owner of what asks, a colleague who has a part in it, and one who doesn't: all engineers. */
const [owner, colleague, third] = [people.engineer, people.creator, people.orgAdmin];
let pay: MadeCommand;
let broken: MadeCommand;
let amount: number;

const ok = async (answered: Promise<Answered>): Promise<void> => {
  const { status, body } = await answered;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
};
const kit = ({ commandId }: MadeCommand) => `/${ORG_A}/kits/${commandId}`;

beforeAll(async () => {
  pay = await commit(source, 'public.pay(integer)');
  broken = await commit(source, 'public.broken(integer)');
  await prisma().command.update({ where: { commandId: pay.commandId }, data: { needsApproval: true } });
  const input = await prisma().commandInput.findFirstOrThrow({ where: { commandId: pay.commandId } });
  amount = input.inputId;
  await setThird(true);
});
beforeEach(async () => {
  await sql.query('delete from approval_request');
  await sql.query('delete from webhook');
  await sql.query('delete from scheduled_job');
  await sql.query('delete from run');
});

/** Whether the colleague is an engineer; without them, there are the owner and an admin. */
async function setThird(isEngineer: boolean): Promise<void> {
  for (const { commandId } of [pay, broken]) {
    const grant = { orgId: ORG_A, commandId, userId: colleague };
    await prisma().commandUserGrant.deleteMany({ where: grant });
    if (isEngineer) await prisma().commandUserGrant.create({ data: { ...grant, role: 'admin' } });
  }
}

interface Webhook {
  webhook_id: number;
  url: string;
  secret: string;
}
async function createWebhook(as: string = owner): Promise<Webhook> {
  const body = { name: 'Orders', inputs: [{ legoInstanceInputId: amount, path: 'amount' }] };
  const { status, body: made } = await send('POST', `${kit(pay)}/webhooks`, { as, body });
  expect(status, JSON.stringify(made)).toBe(201);
  return made as Webhook;
}
const webhookPath = ({ webhook_id: id }: Webhook) => `${kit(pay)}/webhooks/${id}`;
const fixed = (value: number) => ({ inputs: [{ legoInstanceInputId: amount, valueJson: value }] });
const test = (made: Webhook, as: string) =>
  ok(send('POST', `${webhookPath(made)}/test`, { as, body: { body: { amount: 1 } } }));

async function createJob(of = pay, values: object = { amount: 1 }): Promise<number> {
  const body = { name: 'Nightly', cronExpression: '0 3 * * *', runrams: values };
  return numberIn(await send('POST', `${kit(of)}/cron-jobs`, { as: owner, body }), 'cron_job_id');
}
const jobPath = (id: number, of = pay) => `${kit(of)}/cron-jobs/${id}`;

async function fire(): Promise<void> {
  await claimAllDue();
  await openAllClaimed();
}
async function fireNext(jobId: number): Promise<void> {
  await sql.query(
    "update scheduled_job set next_run_at = now() - interval '1 second' where scheduled_job_id = $1",
    [jobId],
  );
  await fire();
}

const answer = (approvalId: number, as: string): Promise<Answered> =>
  send('POST', `${kit(pay)}/approvals/${approvalId}`, { as, body: { isGranted: true } });
const idsIn = async (as: string, box: string) =>
  ((await send('GET', `/${ORG_A}/approvals?box=${box}`, { as })).body as { approval_id: number }[]).map(
    (request) => request.approval_id,
  );

/** Expects one request in the asker's name, which only the third engineer can answer, and knows about. */
async function expectThirdAnswers(asker: string, involved: string): Promise<void> {
  const { approvalId, askedByUserId } = await prisma().approvalRequest.findFirstOrThrow();
  expect(askedByUserId).toBe(asker);
  const told = await prisma().notification.findMany({ where: { approvalId } });
  expect(told.map(({ userId }) => userId)).toEqual([third]);
  const seen = await send('GET', `/${ORG_A}/approvals/${approvalId}`, { as: involved });
  expect(seen.body).toMatchObject({ may_answer: false, has_part: true, other_approvers: ['admin-a'] });
  expect(await idsIn(involved, 'to_answer')).toEqual([]);
  expect(await idsIn(involved, 'asked')).toEqual([approvalId]);
  expect(await answer(approvalId, involved)).toMatchObject({
    status: 403,
    body: {
      error: {
        message: expect.stringMatching(/you changed the job or webhook that asks for it, or started it/),
      },
    },
  });
  const update =
    "update approval_request set state = 'granted', answered_by_user_id = $1, answered_at = now() where approval_id = $2";
  await expect(sql.query(update, [involved, approvalId])).rejects.toThrow(/approval_is_of_others/);
  expect(await answer(approvalId, third)).toMatchObject({ status: 200, body: { state: 'granted' } });
}

describe('S83 a run that a webhook of a colleague asks for is not approved', () => {
  it('by a person who tested it', async () => {
    await test(await createWebhook(), colleague);
    await expectThirdAnswers(owner, colleague);
  });

  it('by a person who changed where its values come from, not even after others renamed it', async () => {
    const made = await createWebhook();
    await ok(send('PATCH', webhookPath(made), { as: colleague, body: fixed(9) }));
    await ok(send('PATCH', webhookPath(made), { as: owner, body: { name: 'Invoices' } }));
    await deliver(made.url, { secret: made.secret, body: { amount: 1 } });
    await expectThirdAnswers(owner, colleague);
  });

  it('by a person who has its secret', async () => {
    const made = await createWebhook();
    const { body } = await send('POST', `${webhookPath(made)}/secret`, { as: colleague });
    await deliver(made.url, { secret: (body as Webhook).secret, body: { amount: 9 } });
    await expectThirdAnswers(owner, colleague);
  });

  it('by the owner before, who chose its values and has its secret', async () => {
    const made = await createWebhook(colleague);
    await ok(send('POST', `${webhookPath(made)}/take`, { as: owner }));
    await deliver(made.url, { secret: made.secret, body: { amount: 9 } });
    await expectThirdAnswers(owner, colleague);
  });
});

describe('S83 a run that a job of a colleague asks for is not approved', () => {
  it('by a person who changed its values', async () => {
    const id = await createJob();
    await ok(send('PATCH', jobPath(id), { as: colleague, body: { runrams: { amount: 9 } } }));
    await fireNext(id);
    await expectThirdAnswers(owner, colleague);
  });

  it('by a person who changed its values while it was paused', async () => {
    const id = await createJob();
    await ok(send('PATCH', jobPath(id), { as: colleague, body: { isEnabled: false } }));
    await ok(send('PATCH', jobPath(id), { as: colleague, body: { runrams: { amount: 9 } } }));
    await ok(send('PATCH', jobPath(id), { as: owner, body: { isEnabled: true } }));
    await fireNext(id);
    await expectThirdAnswers(owner, colleague);
  });

  it.each([
    ['ran it now', 'run', undefined],
    ['ran earlier times', 'backfill', { from: '2026-01-01T00:00:00Z', to: '2026-01-01T12:00:00Z' }],
  ])('by a person who %s, while they still approve what it asks for by itself', async (_, how, body) => {
    const id = await createJob();
    const given = body === undefined ? {} : { body };
    await ok(send('POST', `${jobPath(id)}/${how}`, { as: colleague, ...given }));
    await fire();
    await expectThirdAnswers(owner, colleague);
    await sql.query('delete from approval_request');
    await sql.query('delete from run');
    await fireNext(id);
    const { approvalId } = await prisma().approvalRequest.findFirstOrThrow();
    expect(await answer(approvalId, colleague)).toMatchObject({ status: 200 });
  });

  it('by the owner before', async () => {
    const id = await createJob();
    await ok(send('POST', `${jobPath(id)}/take`, { as: colleague }));
    await fireNext(id);
    await expectThirdAnswers(colleague, owner);
  });

  const path = (id: number) => `${jobPath(id, broken)}/error-decorations`;
  async function linkErrorJump(id: number, as: string): Promise<void> {
    await send('POST', `${kit(broken)}/error-decorations`, {
      as: owner,
      body: { inputKitId: pay.commandId },
    });
    const cronJobErrorDecorationInputs = [{ legoInstanceInputId: amount, valueJson: 9 }];
    const body = {
      cronJobId: id,
      errorDecorationOutputKitId: broken.commandId,
      cronJobErrorDecorationInputs,
    };
    await ok(send('POST', path(id), { as, body }));
  }
  async function lead(): Promise<void> {
    await executeWaiting();
    while ((await fanOutEnded()) > 0);
  }

  it('by a person who set the values of its auto-run', async () => {
    const id = await createJob(broken, { most: 1 });
    await linkErrorJump(id, colleague);
    await fireNext(id);
    await lead();
    await expectThirdAnswers(owner, colleague);
  });

  it('by a person who started the run that led to it', async () => {
    const id = await createJob(broken, { most: 1 });
    await linkErrorJump(id, owner);
    await ok(send('POST', `${jobPath(id, broken)}/run`, { as: colleague }));
    await fire();
    await lead();
    await expectThirdAnswers(owner, colleague);
  });
});

describe('S83 where only one other engineer could approve', () => {
  const words = /all of its other engineers have changed or started this job or webhook.*Create a new one/;
  const refused = (sent: Promise<Answered>) =>
    expect(sent).resolves.toMatchObject({
      status: 422,
      body: { error: { message: expect.stringMatching(words) } },
    });

  it('they neither change nor start what a colleague owns, but pause it', async () => {
    await setThird(false);
    const made = await createWebhook();
    await refused(send('PATCH', webhookPath(made), { as: third, body: fixed(9) }));
    await refused(send('POST', `${webhookPath(made)}/secret`, { as: third }));
    await refused(send('POST', `${webhookPath(made)}/take`, { as: third }));
    const tested = await send('POST', `${webhookPath(made)}/test`, {
      as: third,
      body: { body: { amount: 1 } },
    });
    expect(tested.body).toMatchObject({ state: 'refused', reason: expect.stringMatching(words) });
    await ok(send('PATCH', webhookPath(made), { as: third, body: { isEnabled: false } }));
    const id = await createJob();
    await refused(send('PATCH', jobPath(id), { as: third, body: { runrams: { amount: 9 } } }));
    await refused(send('POST', `${jobPath(id)}/run`, { as: third }));
    await refused(send('POST', `${jobPath(id)}/take`, { as: third }));
    await ok(send('PATCH', jobPath(id), { as: third, body: { name: 'Daily' } }));
    await fireNext(id);
    const { approvalId } = await prisma().approvalRequest.findFirstOrThrow();
    expect(await answer(approvalId, third)).toMatchObject({ status: 200, body: { state: 'granted' } });
    await setThird(true);
  });
});
