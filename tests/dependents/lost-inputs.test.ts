import { beforeAll, expect, it } from 'vitest';
import { pool, transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { tellKeepers } from '@/server/dependents/tell-keepers';
import { tellOfErrors } from '@/server/insight/errors/tell';
import { syncedCommands } from '../sources/sync-support';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { withSource } from '../support/app/source';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createScheduledJob } from '../support/things/schedules';
import { createStoredWebhook } from '../support/things/webhooks';

withApp();
const source = withSource('create schema shop', createOrganizations);
const { commandOf, inputsOf, onlyChange, bring } = syncedCommands(source);

let commandId: number;
let limited: number;
let plain: number;
let hook: number;

beforeAll(async () => {
  [commandId = 0] = await commandOf(
    `create function shop.clean(before date, max_rows int default 1000000) returns int language sql as 'select 1'`,
    'shop.clean(date, integer)',
  );
  const inputs = await inputsOf(commandId);
  const inputId = inputs.find(({ key }) => key === 'max_rows')?.inputId ?? 0;
  const other = inputs.find(({ key }) => key === 'before')?.inputId ?? 0;
  const next = { nextRunAt: new Date('2027-01-01T03:00:00Z') };
  limited = await createScheduledJob(ORG_A, commandId, people.creator, { ...next, name: 'Clean-up' });
  plain = await createScheduledJob(ORG_A, commandId, people.creator, { ...next, name: 'Plain' });
  const value = { orgId: ORG_A, value: '10' };
  await prisma().scheduledJobInput.createMany({
    data: [
      { ...value, scheduledJobId: limited, inputId },
      { ...value, scheduledJobId: plain, inputId: other, value: '"2026-01-01"' },
    ],
  });
  const checks = [{ left: 'max_rows', test: 'is_at_most', right: null, value: '10', message: 'Ten at most' }];
  await prisma().command.update({ where: { commandId }, data: { inputChecks: checks } });
  const conditions = { required: [{ key: 'max_rows', test: 'is_filled', values: [] }] };
  await prisma().commandInput.update({ where: { inputId: other }, data: { conditions } });
  hook = await createStoredWebhook(ORG_A, commandId, people.creator);
  await prisma().webhookInput.create({ data: { orgId: ORG_A, webhookId: hook, inputId, value: '10' } });
});

const jobs = () => prisma().scheduledJob.findMany({ orderBy: { scheduledJobId: 'asc' } });

it('a sync that takes an input away pauses the jobs and webhooks with a value for it, and tells why', async () => {
  await source.query(`drop function shop.clean;
    create function shop.clean(before date) returns int language sql as 'select 1'`);
  const row = await onlyChange();
  const { affects = [] } = row.changes.find(({ change }) => change === 'removed') ?? {};
  expect(affects).toMatchObject([
    { kind: 'check', outcome: 'stopped', name: 'Ten at most' },
    { kind: 'condition', outcome: 'stopped', name: 'before' },
    {
      kind: 'job',
      outcome: 'stopped',
      name: 'Clean-up',
      owner_name: 'creator',
      next_time: '2027-01-01T03:00:00.000Z',
    },
    { kind: 'webhook', outcome: 'stopped', name: 'Orders' },
  ]);
  await bring(row);
  const [first, second] = await jobs();
  expect(first).toMatchObject({ scheduledJobId: limited, isEnabled: false, nextRunAt: null });
  expect(first?.pausedReason).toBe(
    'The command no longer has “max_rows”, which this job has a value for, so the job was paused. Check its values, and turn it on again.',
  );
  expect(second).toMatchObject({ scheduledJobId: plain, isEnabled: true, pausedReason: null });
  expect(await prisma().webhook.findUniqueOrThrow({ where: { webhookId: hook } })).toMatchObject({
    isEnabled: false,
    pausedReason: expect.stringContaining('“max_rows”, which this webhook has a value for'),
  });
  const told = await prisma().notification.findMany({ where: { userId: people.creator, commandId } });
  expect(told.map(({ kind }) => kind).sort()).toEqual(['job_paused', 'webhook_paused']);
  const mails = await prisma().mailMessage.findMany({ where: { toUserId: people.creator } });
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'Clean-up was paused in org-a on Pushboard',
    'Orders was paused in org-a on Pushboard',
  ]);
  const logged = await prisma().auditEvent.findMany({ where: { action: 'cron_job.pause' } });
  expect(logged.map(({ subjectId }) => subjectId)).toEqual([String(limited)]);
});

it('engineers are told once of a command whose rules name what is gone, until they are fixed', async () => {
  const since = async () => (await prisma().command.findUniqueOrThrow({ where: { commandId } })).brokenSince;
  const told = () =>
    prisma().notification.count({ where: { userId: people.orgAdmin, kind: 'command_broken' } });
  const first = await since();
  expect(first).not.toBeNull();
  await source.query(`drop function shop.clean;
    create function shop.clean(before date, other int) returns int language sql as 'select 1'`);
  await bring(await onlyChange());
  expect([await since(), await told()]).toEqual([first, 1]);
  await send('PATCH', `/${ORG_A}/kits/${commandId}`, { as: people.orgAdmin, body: { inputChecks: [] } });
  const before = (await inputsOf(commandId)).find(({ key }) => key === 'before');
  const target = `/${ORG_A}/kits/${commandId}/li-inputs/${before?.inputId}`;
  await send('PATCH', target, { as: people.orgAdmin, body: { conditions: null } });
  expect(await since()).toBeNull();
});

it('people are told with the connection of the transaction, also when the process has no other one', async () => {
  const others = await Promise.all(Array.from({ length: pool().options.max - 1 }, () => pool().connect()));
  try {
    await transaction(async (tx) => {
      await tellKeepers(tx, {
        ...{
          orgId: ORG_A,
          commandId,
          kind: 'command_broken',
          ownerUserId: null,
          actorUserId: people.creator,
        },
        mail: () => ({
          subject: 'Broken',
          content: { paragraphs: [], note: null, link: null, closing: 'You configure it.', replyTo: null },
        }),
      });
      const ofError = { orgId: ORG_A, errorId: 1, isReturned: false, assigneeId: people.nobody };
      await tellOfErrors(tx, [{ ...ofError, commandIds: [commandId] }]);
    });
  } finally {
    for (const other of others) other.release();
  }
});
