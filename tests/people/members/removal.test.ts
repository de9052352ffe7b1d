import { beforeAll, beforeEach, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { createApproval } from '../../support/things/approvals';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createScheduledJob } from '../../support/things/schedules';
import { createStoredWebhook } from '../../support/things/webhooks';

withApp();

let command: MadeCommand;
beforeAll(async () => {
  await createOrganizations();
  ({ command } = await createGrantedCommands());
});

const leaving = people.engineer;
const change = (isDeleted: boolean) =>
  send('PATCH', `/${ORG_A}/members/${leaving}`, { as: people.orgAdmin, body: { isDeleted } });

let jobId: number;
let webhookId: number;
let approvalId: number;
beforeEach(async () => {
  await prisma().notification.deleteMany();
  jobId = await createScheduledJob(ORG_A, command.commandId, leaving, { nextRunAt: new Date('2100-01-01') });
  webhookId = await createStoredWebhook(ORG_A, command.commandId, leaving);
  approvalId = await createApproval(ORG_A, command, leaving);
  expect((await change(true)).status).toBe(200);
  return () => change(false);
});

it('S16 the jobs and webhooks of a removed person are paused with them, and can be taken over', async () => {
  const why = expect.stringMatching(/^The owner of the (job|webhook) can no longer run this command/);
  const stopped = { isEnabled: false, pausedReason: why, ownerUserId: leaving };
  const job = () => prisma().scheduledJob.findUniqueOrThrow({ where: { scheduledJobId: jobId } });
  expect(await job()).toMatchObject({ ...stopped, nextRunAt: null });
  expect(await prisma().webhook.findUniqueOrThrow({ where: { webhookId } })).toMatchObject(stopped);
  const { body } = await send('GET', `/${ORG_A}/needs-attention`, { as: people.creator });
  expect(body).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ kind: 'job', detail: why }),
      expect.objectContaining({ kind: 'webhook', detail: why }),
    ]),
  });
  const told = await prisma().notification.findMany({ where: { kind: 'job_paused' } });
  expect(told.map(({ userId }) => userId)).toContain(people.creator);
  expect(told.map(({ userId }) => userId)).not.toContain(leaving);
  const [audited] = await prisma().auditEvent.findMany({
    where: { action: 'cron_job.pause', subjectId: String(jobId) },
  });
  expect(audited).toMatchObject({ actorUserId: people.orgAdmin });

  await change(false);
  expect((await job()).isEnabled).toBe(false);
});

it('S16 the requests for approval of a removed person end unanswered, and their runs never start', async () => {
  const { state, reason, answeredByUserId } = await prisma().approvalRequest.findUniqueOrThrow({
    where: { approvalId },
  });
  expect({ state, reason, answeredByUserId }).toEqual({
    state: 'void',
    reason: 'The person who asked was removed.',
    answeredByUserId: null,
  });
  const { run } = await prisma().approvalRun.findFirstOrThrow({
    where: { approvalId },
    include: { run: true },
  });
  expect(run).toMatchObject({ status: 'failed', endReason: 'refused' });
  expect(
    await prisma().auditEvent.count({ where: { action: 'approval.void', subjectId: String(approvalId) } }),
  ).toBe(1);
});

it('S18 what was paused for its owner is on again for the engineer who takes it over', async () => {
  const take = (path: string) =>
    send('POST', `/${ORG_A}/kits/${command.commandId}/${path}/take`, { as: people.creator });
  const input = await prisma().commandInput.findFirstOrThrow({ where: { commandId: command.commandId } });
  await prisma().scheduledJobInput.create({
    data: { orgId: ORG_A, scheduledJobId: jobId, inputId: input.inputId, value: '7' },
  });
  const unread = () =>
    prisma().notification.count({
      where: { commandId: command.commandId, kind: { in: ['job_paused', 'webhook_paused'] }, readAt: null },
    });
  expect(await unread()).toBeGreaterThan(0);
  // Those of the test before are still paused.
  await prisma().scheduledJob.deleteMany({ where: { scheduledJobId: { not: jobId } } });
  await prisma().webhook.deleteMany({ where: { webhookId: { not: webhookId } } });
  const on = { status: 200, body: { is_enabled: true, paused_reason: null, is_mine: true } };
  const taken = await take(`cron-jobs/${jobId}`);
  expect(taken).toMatchObject(on);
  expect((taken.body as { next_run_time_utc: string | null }).next_run_time_utc).not.toBeNull();
  expect(await take(`webhooks/${webhookId}`)).toMatchObject(on);
  // The bell no longer counts it for anyone.
  expect(await unread()).toBe(0);
});

it('S18 a taken job that cannot run for its new owner either stays paused, and says why', async () => {
  await prisma().scheduledJob.update({
    where: { scheduledJobId: jobId },
    data: { timeoutSeconds: 9_999_999 },
  });
  const taken = await send('POST', `/${ORG_A}/kits/${command.commandId}/cron-jobs/${jobId}/take`, {
    as: people.creator,
  });
  expect(taken).toMatchObject({
    status: 200,
    body: { is_enabled: false, next_run_time_utc: null, paused_reason: expect.any(String), is_mine: true },
  });
  expect((taken.body as { paused_reason: string }).paused_reason).not.toMatch(/The owner of the job/);
});
