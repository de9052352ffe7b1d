import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { as, createManual, inputOf, withEchoingApi } from '../commands/inputs/manual-inputs';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { addRowButton, createDecoratedCommands, type DecoratedCommands } from '../support/things/decorations';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createAutoRuns, createScheduledJob } from '../support/things/schedules';

withApp();
withEchoingApi(() => createOrganizations());

const nextRunAt = new Date('2027-01-01T03:00:00Z');

describe('another key or type of an input, before it is saved', () => {
  let command: MadeCommand;
  let inputId = 0;

  const preview = (body: object, person: string = as) =>
    send('POST', `/${ORG_A}/kits/${command.commandId}/lego-inputs/${inputId}/effects`, { as: person, body });

  beforeEach(async () => {
    command = await createManual();
    const limit = await inputOf(command, 'query.limit');
    inputId = limit.lego_input_id;
    const jobId = await createScheduledJob(ORG_A, command.commandId, people.creator, {
      name: 'Nightly',
      nextRunAt,
    });
    await prisma().scheduledJobInput.create({
      data: {
        orgId: ORG_A,
        scheduledJobId: jobId,
        inputId: limit.lego_instance_input_id,
        value: '"ten"',
      },
    });
  });

  it('says which values the new type does not take', async () => {
    const { status, body } = await preview({ typeId: 'integer' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: [
        {
          key: 'query.limit',
          change: 'type',
          affects: [
            {
              kind: 'job',
              outcome: 'stopped',
              need: 'unfit',
              name: 'Nightly',
              owner_name: 'creator',
              next_time: nextRunAt.toISOString(),
            },
          ],
        },
      ],
    });
  });

  it('says what goes along with another key', async () => {
    expect((await preview({ key: 'query.most' })).body).toMatchObject([
      { key: 'query.most', change: 'renamed', affects: [{ kind: 'job', outcome: 'carried' }] },
    ]);
  });

  it('is empty where nothing changes, and changes nothing', async () => {
    expect(await preview({ key: 'query.limit', typeId: 'string' })).toMatchObject({ status: 200, body: [] });
    await preview({ typeId: 'integer', key: 'query.most' });
    expect((await inputOf(command, 'query.limit')).type_id).toBe('string');
    expect(await prisma().scheduledJob.findFirst({ where: { commandId: command.commandId } })).toMatchObject({
      isEnabled: true,
    });
  });

  it('is refused as the edit itself would be', async () => {
    expect((await preview({ key: 'path.id' })).status).toBe(400);
    expect((await preview({ typeId: 'bigserial' })).status).toBe(400);
    expect((await preview({ typeId: 'integer' }, people.member)).status).toBe(404);
  });
});

describe('other outputs of a command', () => {
  let made: DecoratedCommands;
  let decorationId = 0;

  beforeAll(async () => {
    made = await createDecoratedCommands();
    const { orders, refund, outputs, inputs } = made;
    decorationId = await addRowButton(made, {
      colMaps: [{ noOutColId: outputs.id, legoInstanceInputId: inputs.order_id }],
    });
    const jobId = await createScheduledJob(ORG_A, orders.commandId, people.creator, {
      name: 'Refunds',
      nextRunAt,
    });
    await createAutoRuns(ORG_A, jobId, decorationId, refund.commandId);
    const { dropdownId } = await prisma().dropdown.create({
      data: {
        orgId: ORG_A,
        name: 'Orders',
        kind: 'command_output',
        senderCommandId: orders.commandId,
        valueColumnId: outputs.id,
        displayColumnId: outputs.total,
        createdByUserId: people.creator,
      },
    });
    await prisma().commandInput.update({
      where: { inputId: inputs.amount },
      data: { dropdownId, dropdownLinkedBy: people.creator },
    });
  });

  const list = async (person: string) => {
    const path = `/${ORG_A}/kits/${made.orders.commandId}/output-dependents`;
    const { status, body } = await send('GET', path, { as: person });
    expect(status).toBe(200);
    return body as { kind: string; path: string; name: string | null; kit_name: string | null }[];
  };

  it('are asked for with what takes values from them, or depends on them', async () => {
    await prisma().decoration.updateMany({
      data: { shownWhen: [{ key: 'total', test: 'is_filled', values: [] }] },
    });
    const found = await list(people.engineer);
    expect(found.map(({ kind, path, name, kit_name }) => [kind, path, name, kit_name])).toEqual([
      ['auto_run', 'id', 'Refunds', null],
      ['auto_run', 'total', 'Refunds', null],
      ['button', 'id', 'Refund', null],
      ['button', 'total', 'Refund', null],
      ['dropdown', 'id', 'amount', 'refund'],
      ['dropdown', 'total', 'amount', 'refund'],
    ]);
    expect(found[0]).toMatchObject({ owner_name: 'creator', next_time: nextRunAt.toISOString() });
  });

  it('do not show forms that the person can’t see', async () => {
    const { refund } = made;
    await prisma().commandUserGrant.deleteMany({ where: { commandId: refund.commandId } });
    const hidden = (await list(people.engineer)).filter(({ kind }) => kind === 'dropdown');
    expect(hidden.map(({ name, kit_name }) => [name, kit_name])).toEqual([
      [null, null],
      [null, null],
    ]);
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId: refund.commandId, userId: people.engineer, role: 'runner' },
    });
  });

  it('take from a button what it filled in: nobody sees it, and auto-runs lead to nothing, until it is chosen again', async () => {
    const { orders, outputs, inputs } = made;
    const path = `/${ORG_A}/kits/${orders.commandId}/decorations/${decorationId}`;
    const patched = (body: object) => send('PATCH', path, { as: people.engineer, body });
    const lost = async () =>
      (await prisma().decoration.findUniqueOrThrow({ where: { decorationId } })).lostInputs;
    expect((await patched({ resultSetZeroIdx: 1 })).status).toBe(200);
    expect(await lost()).toEqual(['order_id']);
    const { body } = await send('GET', `/${ORG_A}/needs-attention`, { as: people.engineer });
    const { items } = body as { items: { kind: string; name: string }[] };
    expect(items.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
      expect.arrayContaining(['auto_run Refunds', 'button Refund']),
    );
    await patched({ colMaps: [{ noOutColId: outputs.otherSet, legoInstanceInputId: inputs.order_id }] });
    expect(await lost()).toEqual([]);
  });
});
