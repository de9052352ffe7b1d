import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { createGrantedCommands, createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createScheduledJob } from '../support/things/schedules';
import { createStoredWebhook } from '../support/things/webhooks';

withApp();

let commandId: number;
let inputId: number;
let key: string;

beforeAll(async () => {
  await createOrganizations();
  ({ commandId } = (await createGrantedCommands()).command);
  const input = await prisma().commandInput.findFirstOrThrow({
    where: { commandId },
    include: { templateInput: true },
  });
  inputId = input.inputId;
  key = input.templateInput.key;
  const next = { nextRunAt: new Date('2027-01-01T03:00:00Z') };
  const scheduledJobId = await createScheduledJob(ORG_A, commandId, people.creator, next);
  await createScheduledJob(ORG_A, commandId, people.creator, { ...next, name: 'Without values' });
  const webhookId = await createStoredWebhook(ORG_A, commandId, people.creator);
  const value = { orgId: ORG_A, inputId, value: '10' };
  await prisma().scheduledJobInput.create({ data: { ...value, scheduledJobId } });
  await prisma().webhookInput.create({ data: { ...value, webhookId } });
});

const jobs = async () =>
  (await prisma().scheduledJob.findMany({ orderBy: { scheduledJobId: 'asc' } })).map(
    ({ isEnabled }) => isEnabled,
  );

const lock = (locked: boolean) =>
  send('PATCH', `/${ORG_A}/kits/${commandId}/li-inputs/${inputId}`, {
    as: people.orgAdmin,
    body: { lockDefaultValue: locked, useDefaultValue: true, defaultValue: 1 },
  });

describe('an input that takes its value from the command', () => {
  it('has dependents by name, for its engineers', async () => {
    const { status, body } = await send('GET', `/${ORG_A}/kits/${commandId}/input-dependents`, {
      as: people.orgAdmin,
    });
    expect(status).toBe(200);
    expect(body).toEqual([
      { kind: 'job', key, name: 'Nightly', owner_name: 'creator', next_time: '2027-01-01T03:00:00.000Z' },
      { kind: 'webhook', key, name: 'Orders', owner_name: 'creator', next_time: null },
    ]);
  });

  it('pauses the jobs and webhooks that have a value for it, with the reason', async () => {
    const { status, body } = await lock(true);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await jobs()).toEqual([false, true]);
    const [job] = await prisma().scheduledJob.findMany({ where: { isEnabled: false } });
    expect(job?.pausedReason).toBe(
      `The command now sets “${key}” itself, but this job has a value for it, so the job was paused. Check its values, and turn it on again.`,
    );
    expect((await prisma().webhook.findFirstOrThrow()).isEnabled).toBe(false);
    expect(await prisma().notification.count({ where: { userId: people.creator } })).toBe(2);
  });
});
