import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { attentionKinds } from '@/lib/contract/dependents/attention';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import {
  createCommand,
  createCredential,
  createGrantedCommands,
  createOrganizations,
  integerInput,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { createAutoRuns, createScheduledJob } from '../support/things/schedules';
import { createStoredWebhook } from '../support/things/webhooks';

withApp();

let broken: MadeCommand;
let gone: MadeCommand;

beforeAll(async () => {
  await createOrganizations();
  await createGrantedCommands();
  const credentialId = await createCredential(ORG_A);
  broken = await createCommand(ORG_A, people.creator, credentialId, {
    friendlyName: 'orders',
    inputs: [integerInput('customer'), integerInput('region')],
  });
  gone = await createCommand(ORG_A, people.creator, credentialId, { friendlyName: 'refund' });
});

const attention = async (as: string) => {
  const { status, body } = await send('GET', `/${ORG_A}/needs-attention`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return z
    .object({
      total: z.int(),
      items: z.array(
        z.looseObject({ kind: z.string(), name: z.string().nullable(), detail: z.string().nullable() }),
      ),
    })
    .parse(body);
};

const db = () => prisma();
const of = (commandId: number) => ({ orgId: ORG_A, commandId });
const inputOf = (key: string) =>
  db().commandInput.findFirstOrThrow({ where: { commandId: broken.commandId, templateInput: { key } } });
const paused = { isEnabled: false, pausedReason: 'The command no longer has “max_rows”.', nextRunAt: null };

/** Makes one thing of each kind that stopped. */
const makers: Record<(typeof attentionKinds)[number], () => Promise<unknown>> = {
  condition: async () => {
    const { inputId } = await inputOf('customer');
    const conditions = { shown: [{ key: 'gone', test: 'is_filled', values: [] }] };
    await db().commandInput.update({ where: { inputId }, data: { conditions } });
  },
  check: () =>
    db().command.update({
      where: { commandId: broken.commandId },
      data: { inputChecks: [{ left: 'customer', test: 'is_same', right: 'gone', message: 'The same' }] },
    }),
  job: () => createScheduledJob(ORG_A, broken.commandId, people.creator, paused),
  webhook: async () => {
    const webhookId = await createStoredWebhook(ORG_A, broken.commandId, people.creator);
    const { isEnabled, pausedReason } = paused;
    await db().webhook.update({ where: { webhookId }, data: { isEnabled, pausedReason } });
  },
  auto_run: async () => {
    const job = await createScheduledJob(ORG_A, broken.commandId, people.creator);
    await createAutoRuns(ORG_A, job, 987_654, broken.commandId);
  },
  dropdown: async () => {
    const { outputColumnId } = await db().outputColumn.create({
      data: {
        ...of(broken.commandId),
        resultSet: 0,
        path: 'id',
        position: 0,
        kind: 'column',
        type: 'int',
        isPresent: false,
      },
    });
    const { dropdownId } = await db().dropdown.create({
      data: {
        orgId: ORG_A,
        name: 'Customers',
        kind: 'command_output',
        senderCommandId: broken.commandId,
        valueColumnId: outputColumnId,
        displayColumnId: outputColumnId,
        createdByUserId: people.creator,
      },
    });
    const { inputId } = await inputOf('region');
    await db().commandInput.update({
      where: { inputId },
      data: { dropdownId, dropdownLinkedBy: people.creator },
    });
  },
  button: () =>
    db().decoration.create({
      data: {
        ...of(broken.commandId),
        kind: 'row',
        name: 'Refund',
        targetCommandId: broken.commandId,
        createdByUserId: people.creator,
        lostInputs: ['order_id'],
      },
    }),
  error_jump: () =>
    db().errorDecoration.create({
      data: { ...of(broken.commandId), targetCommandId: gone.commandId, createdByUserId: people.creator },
    }),
  undo: () =>
    db().command.update({
      where: { commandId: broken.commandId },
      data: {
        undoPartner: {
          kit_id: broken.commandId,
          minutes: null,
          maps: [{ input_key: 'gone', from: 'input', name: 'customer' }],
        },
      },
    }),
  forecast: () =>
    db().expectedBreak.create({
      data: {
        ...of(broken.commandId),
        templateId: broken.templateId,
        kind: 'job',
        key: 'customer',
        name: 'Nightly',
        words: 'customer is gone: “Nightly” has a value for it.',
      },
    }),
};

describe('what needs attention', () => {
  it('is nothing while all is well', async () => {
    expect(await attention(people.orgAdmin)).toEqual({ total: 0, items: [] });
  });

  it('lists each kind of thing that stopped, with what is missing', async () => {
    for (const make of Object.values(makers)) await make();
    await db().command.update({ where: { commandId: gone.commandId }, data: { deletedAt: new Date() } });
    const { items } = await attention(people.creator);
    const shown = Object.fromEntries(items.map(({ kind, name, detail }) => [kind, [name, detail]]));
    expect(shown).toEqual({
      condition: ['customer', 'gone'],
      check: ['The same', 'gone'],
      job: ['Nightly', 'The command no longer has “max_rows”.'],
      webhook: ['Orders', 'The command no longer has “max_rows”.'],
      auto_run: ['Nightly', expect.any(String)],
      dropdown: ['region', 'id'],
      button: ['Refund', 'order_id'],
      error_jump: [null, null],
      undo: [null, 'gone'],
      forecast: [expect.any(String), 'customer is gone: “Nightly” has a value for it.'],
    });
  });

  it('is for the engineers of a command and for owners: others see nothing of it', async () => {
    expect((await attention(people.orgAdmin)).total).toBeGreaterThan(5);
    expect(await attention(people.member)).toEqual({ total: 0, items: [] });
  });

  it('shows a broken button to engineers with the reason', async () => {
    const { body } = await send('GET', `/${ORG_A}/deep-kits-6/${broken.commandId}`, { as: people.creator });
    expect(JSON.stringify(body)).toContain(
      'It fills “order_id”, which the command that it opens no longer has.',
    );
  });
});
