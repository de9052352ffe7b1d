import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { syncedCommands } from '../sources/sync-support';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { withSource } from '../support/app/source';
import { repeats } from '../support/setup/reach';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createScheduledJob } from '../support/things/schedules';
import { createStoredWebhook } from '../support/things/webhooks';

withApp();
const source = withSource('create schema shop', createOrganizations);
const { commandOf, inputsOf, look } = syncedCommands(source);

interface Argument {
  name: string;
  type: 'int' | 'bigint' | 'text' | 'boolean';
}

const argument = fc.record({
  name: fc.constantFrom('max_rows', 'maxRows', 'row_limit', 'days', 'Days', 'region'),
  type: fc.constantFrom('int', 'bigint', 'text', 'boolean'),
}) satisfies fc.Arbitrary<Argument>;

/** A routine as it is after a change, and whether the person who looks at the diff refuses what looks renamed. */
const change = fc.record({
  args: fc.uniqueArray(argument, { minLength: 1, maxLength: 3, selector: ({ name }) => name }),
  isRefused: fc.boolean(),
  isReviewed: fc.boolean(),
  locks: fc.boolean(),
});

const routine = (args: readonly Argument[]) => `drop function if exists shop.clean;
  create function shop.clean(${args.map(({ name, type }) => `"${name}" ${type} default null`).join(', ')})
  returns int language sql as 'select 1'`;

const SAVED = { max_rows: '10', days: '30' };

async function begin(): Promise<number> {
  await source.query('drop schema shop cascade; create schema shop');
  for (const table of ['scheduled_job', 'webhook', 'command', 'template'])
    await sql.query(`delete from ${table}`);
  const args: Argument[] = Object.keys(SAVED).map((name) => ({ name, type: 'int' }));
  const [commandId = 0] = await commandOf(routine(args), 'shop.clean(integer, integer)');
  const scheduledJobId = await createScheduledJob(ORG_A, commandId, people.orgAdmin);
  const webhookId = await createStoredWebhook(ORG_A, commandId, people.orgAdmin);
  for (const { key, inputId } of await inputsOf(commandId)) {
    const value = { orgId: ORG_A, inputId, value: SAVED[key as keyof typeof SAVED] };
    await prisma().scheduledJobInput.create({ data: { ...value, scheduledJobId } });
    await prisma().webhookInput.create({ data: { ...value, webhookId } });
  }
  const check = { left: 'max_rows', test: 'is_at_most', right: null, value: '10', message: 'Ten' };
  await prisma().command.update({ where: { commandId }, data: { inputChecks: [check] } });
  return commandId;
}

async function sync(isReviewed: boolean, isRefused: boolean): Promise<void> {
  const { modified } = await look();
  for (const row of modified) {
    const renamed = row.changes.flatMap(({ change: kind, after }) => (kind === 'renamed' ? [after] : []));
    const { body } = await send('POST', `/${ORG_A}/batch-commit`, {
      as: people.orgAdmin,
      body: {
        cloudId: row.cloud_id,
        credsId: source.credentialId(),
        commitType: 'update',
        ...(isReviewed ? { revision: row.revision, refusedRenames: isRefused ? renamed : [] } : {}),
      },
    });
    expect(JSON.stringify(body)).toContain('"error":null');
  }
}

/** What is on has exactly the values that were saved; and a rule that names nothing has stopped its command. */
async function expectNothingSilent(commandId: number): Promise<void> {
  const saved = Object.values(SAVED).toSorted();
  const job = await prisma().scheduledJob.findFirstOrThrow({ include: { inputs: true } });
  if (job.isEnabled) expect(job.inputs.map(({ value }) => value).toSorted()).toEqual(saved);
  else expect(job.pausedReason).not.toBeNull();
  const webhook = await prisma().webhook.findFirstOrThrow({ include: { inputs: true } });
  if (webhook.isEnabled) expect(webhook.inputs.map(({ value }) => value).toSorted()).toEqual(saved);
  else expect(webhook.pausedReason).not.toBeNull();
  const inputs = await inputsOf(commandId);
  const held = [...job.inputs, ...webhook.inputs].map(({ inputId }) => inputId);
  if (job.isEnabled || webhook.isEnabled) {
    expect(inputs.filter(({ locked, inputId }) => locked && held.includes(inputId))).toEqual([]);
  }
  const command = await prisma().command.findUniqueOrThrow({ where: { commandId } });
  const [check] = command.inputChecks as { left: string }[];
  const isFollowed = inputs.some(({ key }) => key === check?.left);
  expect(command.brokenSince === null).toBe(isFollowed);
}

test('after any changes, what runs by itself has exactly the values that were saved, or is paused, and no rule is skipped', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const commandId = await begin();
      for (const { args, isReviewed, isRefused, locks } of changes) {
        await source.query(routine(args));
        await sync(isReviewed, isRefused);
        await expectNothingSilent(commandId);
        const [first] = await inputsOf(commandId);
        if (!locks || first === undefined) continue;
        const target = `/${ORG_A}/kits/${commandId}/li-inputs/${first.inputId}`;
        await send('PATCH', target, { as: people.orgAdmin, body: { lockDefaultValue: true } });
        await expectNothingSilent(commandId);
      }
    }),
    { numRuns: repeats(80) },
  );
});
