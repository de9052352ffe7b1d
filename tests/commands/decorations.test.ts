import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { learnOutputs } from '@/server/commands/outputs/learn-outputs';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { addRowButton, createDecoratedCommands, type DecoratedCommands } from '../support/things/decorations';
import {
  createEndedRun,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();

let made: DecoratedCommands;

beforeAll(async () => {
  await createOrganizations();
  made = await createDecoratedCommands();
});
beforeEach(async () => {
  await prisma().decoration.deleteMany();
  await prisma().errorDecoration.deleteMany();
});

const kit = ({ commandId }: MadeCommand) => `/${ORG_A}/kits/${commandId}`;
const post = (path: string, body: object, as: string = people.engineer) => send('POST', path, { as, body });
const patch = (path: string, body: object, as: string = people.engineer) => send('PATCH', path, { as, body });

interface Shown {
  version: number;
  anchor_ol: {
    row_decorations: { decoration_id: number; name: string; input_kit_name: string | null }[];
    object_decorations: { object_decoration_id: number; name: string }[];
    error_decoration: { input_kit_id: number | null } | null;
  };
}

async function shownTo(as: string, command = made.orders) {
  const { body } = await send('GET', `/${ORG_A}/deep-kits-6/${command.commandId}`, { as });
  return body as Shown;
}

describe('a button on rows', () => {
  it('is there as it was saved, in the answer, on its own, and on its command', async () => {
    const { orders, refund, outputs, inputs } = made;
    const body = {
      name: 'Refund',
      inputKitId: refund.commandId,
      outputKitId: orders.commandId,
      resultSetZeroIdx: 0,
      creatorUoId: `${people.engineer}_${ORG_A}`,
      colMaps: [
        { noOutColId: outputs.id, legoInstanceInputId: inputs.order_id },
        { noOutColId: outputs.total, legoInstanceInputId: inputs.amount },
      ],
    };
    const answer = await post(`${kit(orders)}/decorations`, body);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        name: 'Refund',
        output_kit_id: orders.commandId,
        input_kit_id: refund.commandId,
        input_kit_name: 'refund',
        result_set_zero_idx: 0,
        creator_uo_id: `${people.engineer}_${ORG_A}`,
        can_run: true,
        col_maps: [
          {
            no_out_col_id: outputs.id,
            lego_instance_input_id: inputs.order_id,
            key: 'order_id',
            path: 'id',
            is_filled: true,
          },
          { key: 'amount', path: 'total' },
        ],
      },
    });
    const { decoration_id } = answer.body as { decoration_id: number };
    const path = `${kit(orders)}/decorations/${decoration_id}`;
    expect((await send('GET', path, { as: people.engineer })).body).toEqual(answer.body);
    expect((await shownTo(people.engineer)).anchor_ol.row_decorations).toEqual([answer.body]);
    expect((await send('DELETE', path, { as: people.engineer })).status).toBe(204);
    expect((await shownTo(people.engineer)).anchor_ol.row_decorations).toEqual([]);
  });

  it('is called Button unless it is named', async () => {
    const answer = await post(`${kit(made.orders)}/decorations`, { inputKitId: made.refund.commandId });
    expect(answer.body).toMatchObject({ name: 'Button', col_maps: [] });
  });

  it('forgets what fills its inputs when it opens another command or stands on another result set', async () => {
    const id = await addRowButton(made);
    const path = `${kit(made.orders)}/decorations/${id}`;
    expect((await patch(path, { name: 'Pay back' })).body).toMatchObject({
      name: 'Pay back',
      col_maps: [{}],
    });
    expect((await patch(path, { resultSetZeroIdx: 1 })).body).toMatchObject({ col_maps: [] });
    const maps = [{ noOutColId: made.outputs.otherSet, legoInstanceInputId: made.inputs.amount }];
    expect((await patch(path, { colMaps: maps })).body).toMatchObject({
      col_maps: [{ path: 'id', key: 'amount' }],
    });
    expect((await patch(path, { inputKitId: made.orders.commandId })).body).toMatchObject({ col_maps: [] });
  });

  it('is on the rows for which its terms hold, and is broken once a column of theirs is gone', async () => {
    const terms = [
      { key: 'total', test: 'is_more_than', values: ['0'] },
      { key: 'id', test: 'is_not', values: ['7', '8'] },
    ];
    const id = await addRowButton(made, { colMaps: [], shownWhen: terms });
    const path = `${kit(made.orders)}/decorations/${id}`;
    const read = async () => (await send('GET', path, { as: people.engineer })).body;
    expect(await read()).toMatchObject({ shown_when: terms, broken_reason: null });
    expect((await patch(path, { name: 'Pay back' })).body).toMatchObject({ shown_when: terms });

    await prisma().outputColumn.updateMany({ where: { path: 'total' }, data: { isPresent: false } });
    expect(await read()).toMatchObject({
      can_run: false,
      broken_reason: expect.stringMatching(/^It needs “total”, which the last result no longer had\./),
    });
    await prisma().outputColumn.updateMany({ where: { path: 'total' }, data: { isPresent: true } });

    const { version } = await shownTo(people.engineer);
    expect((await patch(path, { shownWhen: [] })).body).toMatchObject({ shown_when: [] });
    const { body } = await send('GET', `${kit(made.orders)}/revisions`, { as: people.engineer });
    expect((body as { differences: unknown[] }[])[0]?.differences).toMatchObject([
      { setting: 'row_decorations', before: { shown_when: terms }, after: { name: 'Pay back' } },
    ]);
    await post(`${kit(made.orders)}/revisions/${version}/restore`, {});
    expect(await read()).toMatchObject({ shown_when: terms });
    const copy = await post(`${kit(made.orders)}/duplicate`, { name: 'Orders copy' });
    const { kit_id: commandId } = copy.body as { kit_id: number };
    expect(
      (await shownTo(people.engineer, { ...made.orders, commandId })).anchor_ol.row_decorations,
    ).toMatchObject([{ shown_when: terms }]);
  });

  it.each([
    ['a column that results never had', [{ key: 'other', test: 'is_empty', values: [] }], 'shownWhen.0.key'],
    ['no value to compare with', [{ key: 'id', test: 'is', values: [] }], 'shownWhen.0.values'],
    [
      'an order without a number or a date',
      [{ key: 'id', test: 'is_more_than', values: ['x'] }],
      'shownWhen.0.values',
    ],
  ])('refuses terms with %s', async (_, shownWhen, path) => {
    const body = { inputKitId: made.refund.commandId, shownWhen };
    expect(await post(`${kit(made.orders)}/decorations`, body)).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path }] } },
    });
  });

  it.each([
    ['an input of another command', () => [{ noOutColId: made.outputs.id, legoInstanceInputId: 999_999 }]],
    [
      'a column of another result set',
      () => [{ noOutColId: made.outputs.otherSet, legoInstanceInputId: made.inputs.amount }],
    ],
    ['a field', () => [{ noOutColId: made.outputs.field, legoInstanceInputId: made.inputs.amount }]],
    [
      'the same input twice',
      () => [
        { noOutColId: made.outputs.id, legoInstanceInputId: made.inputs.amount },
        { noOutColId: made.outputs.total, legoInstanceInputId: made.inputs.amount },
      ],
    ],
  ])('refuses %s, and is not made', async (_, maps) => {
    const body = { inputKitId: made.refund.commandId, colMaps: maps() };
    expect(await post(`${kit(made.orders)}/decorations`, body)).toMatchObject({ status: 400 });
    expect((await shownTo(people.engineer)).anchor_ol.row_decorations).toEqual([]);
  });

  it('S58 refuses a change over a newer version, with the current state', async () => {
    const id = await addRowButton(made);
    const path = `${kit(made.orders)}/decorations/${id}`;
    const { version } = await shownTo(people.engineer);
    await patch(path, { name: 'First', version });
    const late = await patch(path, { name: 'Second', version });
    expect(late).toMatchObject({ status: 409, body: { error: { current: { name: 'First' } } } });
  });
});

it('a button on objects takes fields, and no columns', async () => {
  const { orders, refund, outputs, inputs } = made;
  const on = (noOutFieldId: number) => ({
    name: 'Open',
    inputKitId: refund.commandId,
    fieldMaps: [{ noOutFieldId, legoInstanceInputId: inputs.order_id }],
  });
  expect(await post(`${kit(orders)}/object-decorations`, on(outputs.id))).toMatchObject({ status: 400 });
  const answer = await post(`${kit(orders)}/object-decorations`, on(outputs.field));
  expect(answer).toMatchObject({
    status: 201,
    body: { field_maps: [{ no_out_field_id: outputs.field, path: 'customer.id', key: 'order_id' }] },
  });
  const { object_decoration_id: id } = answer.body as { object_decoration_id: number };
  const path = `${kit(orders)}/object-decorations/${id}`;
  expect((await patch(path, { name: 'Show' })).body).toMatchObject({ name: 'Show', field_maps: [{}] });
  expect((await send('GET', `${kit(orders)}/decorations/${id}`, { as: people.engineer })).status).toBe(404);
  expect((await send('DELETE', path, { as: people.engineer })).status).toBe(204);
});

it('a command has one error jump, named by its own id', async () => {
  const path = `${kit(made.orders)}/error-decorations`;
  const to = { inputKitId: made.refund.commandId };
  expect(await post(path, to)).toMatchObject({
    status: 201,
    body: {
      input_kit_id: made.refund.commandId,
      input_kit_org_id: ORG_A,
      input_keys: ['order_id', 'amount'],
    },
  });
  expect((await post(path, to)).status).toBe(409);
  const own = `${path}/${made.orders.commandId}`;
  expect((await send('GET', own, { as: people.engineer })).status).toBe(200);
  expect((await send('GET', `${path}/${made.refund.commandId}`, { as: people.engineer })).status).toBe(404);
  expect((await send('DELETE', own, { as: people.engineer })).status).toBe(204);
  expect((await send('GET', own, { as: people.engineer })).status).toBe(404);
});

describe('S18', () => {
  it('a decoration to a command that its engineer cannot run is refused, of every kind and when it is changed', async () => {
    const to = { inputKitId: made.secret.commandId };
    for (const kind of ['decorations', 'object-decorations', 'error-decorations']) {
      expect((await post(`${kit(made.orders)}/${kind}`, to)).status, kind).toBe(404);
    }
    const id = await addRowButton(made);
    const path = `${kit(made.orders)}/decorations/${id}`;
    expect((await patch(path, to)).status).toBe(404);
    await prisma().command.update({
      where: { commandId: made.secret.commandId },
      data: { visibility: 'public' },
    });
    expect((await patch(path, to)).status).toBe(403);
    await prisma().command.update({
      where: { commandId: made.secret.commandId },
      data: { visibility: 'justme' },
    });
  });

  it('who may not run the target is not shown the button, and an engineer of its command learns nothing of the target', async () => {
    const id = await addRowButton(made, { inputKitId: made.secret.commandId, colMaps: [] }, people.creator);
    await post(
      `${kit(made.orders)}/error-decorations`,
      { inputKitId: made.secret.commandId },
      people.creator,
    );
    const { anchor_ol: ofRunner } = await shownTo(people.runner);
    expect(ofRunner.row_decorations).toEqual([]);
    expect(ofRunner.error_decoration).toBeNull();
    const { anchor_ol: ofEngineer } = await shownTo(people.engineer);
    const nothing = { input_kit_id: null, input_kit_name: null, can_run: false };
    expect(ofEngineer.row_decorations).toMatchObject([{ name: 'Refund', ...nothing, col_maps: [] }]);
    expect(ofEngineer.error_decoration).toMatchObject({ ...nothing, input_keys: [] });
    expect(JSON.stringify(ofEngineer)).not.toContain('secret');
    expect((await shownTo(people.creator)).anchor_ol.row_decorations).toMatchObject([
      { input_kit_name: 'secret', can_run: true },
    ]);
    const path = `${kit(made.orders)}/decorations/${id}`;
    expect((await patch(path, { name: 'Renamed' })).status).toBe(200);
    expect((await send('DELETE', path, { as: people.engineer })).status).toBe(204);
    const jump = `${kit(made.orders)}/error-decorations/${made.orders.commandId}`;
    expect((await send('DELETE', jump, { as: people.engineer })).status).toBe(204);
  });

  it('a deleted target is offered to nobody', async () => {
    await addRowButton(made);
    const where = { commandId: made.refund.commandId };
    await prisma().command.update({ where, data: { deletedAt: new Date() } });
    expect((await shownTo(people.engineer)).anchor_ol.row_decorations).toMatchObject([
      { input_kit_id: null, can_run: false },
    ]);
    await prisma().command.update({ where, data: { deletedAt: null } });
  });

  it('is shown to nobody who runs once a column that it fills from is gone, and says why to engineers', async () => {
    const id = await addRowButton(made);
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId: made.refund.commandId, userId: people.runner, role: 'runner' },
    });
    const buttons = async (as: string) => (await shownTo(as)).anchor_ol.row_decorations;
    const { orders } = made;
    const learn = (...paths: string[]) =>
      learnOutputs(
        ORG_A,
        orders.commandId,
        paths.map((path, position) => ({ kind: 'column', resultSet: 0, position, path, type: 'integer' })),
      );
    expect(await buttons(people.runner)).toMatchObject([{ decoration_id: id, can_run: true }]);
    await learn('total');
    expect(await buttons(people.runner)).toEqual([]);
    expect(await buttons(people.engineer)).toMatchObject([
      {
        decoration_id: id,
        can_run: false,
        broken_reason:
          'It needs “id”, which the last result no longer had. Choose again what it fills and which rows have it.',
      },
    ]);
    await learn('id', 'total');
    expect(await buttons(people.runner)).toMatchObject([{ decoration_id: id, can_run: true }]);
    await prisma().commandUserGrant.deleteMany({
      where: { commandId: made.refund.commandId, userId: people.runner },
    });
  });

  it('hidden inputs of the target are told to its engineers alone, and are never filled in', async () => {
    const maps = [{ noOutColId: made.outputs.id, legoInstanceInputId: made.inputs.hidden }];
    await addRowButton(made, { colMaps: maps });
    const shown = async (as: string) => (await shownTo(as)).anchor_ol.row_decorations;
    expect(await shown(people.engineer)).toMatchObject([{ col_maps: [] }]);
    expect(await shown(people.creator)).toMatchObject([{ col_maps: [{ key: 'hidden', is_filled: false }] }]);
  });

  it('a run names its parent only where the person sees that run and its command offers this one', async () => {
    const { orders, refund } = made;
    const parentRunId = await createEndedRun(ORG_A, orders, people.runner);
    const start = (as: string, more: object) =>
      post(`/${ORG_A}/run-async-i`, { olId: refund.templateId, kitId: refund.commandId, ...more }, as);
    const followUp = { trigger: 'row_decoration', parentRunId };
    expect((await start(people.engineer, followUp)).status).toBe(400);
    await addRowButton(made);
    expect((await start(people.engineer, { parentRunId })).status).toBe(400);
    expect((await start(people.engineer, { trigger: 'row_decoration' })).status).toBe(400);
    expect((await start(people.engineer, { ...followUp, trigger: 'error_jump' })).status).toBe(400);
    expect((await start(people.engineer, { ...followUp, trigger: 'schedule' })).status).toBe(400);
    expect((await start(people.runner, followUp)).status).toBe(404);
    const answer = await start(people.engineer, followUp);
    expect(answer.status).toBe(201);
    const { run_id: runId } = answer.body as { run_id: number };
    expect(await prisma().run.findUniqueOrThrow({ where: { runId } })).toMatchObject(followUp);
    const unseen = await createEndedRun(ORG_A, made.secret, people.creator);
    expect((await start(people.engineer, { ...followUp, parentRunId: unseen })).status).toBe(404);
  });
});

it('S18 a duplicate gets the buttons and the error jump, except those to commands that its maker cannot run', async () => {
  await addRowButton(made);
  await addRowButton(made, { inputKitId: made.secret.commandId, colMaps: [] }, people.creator);
  await post(`${kit(made.orders)}/error-decorations`, { inputKitId: made.refund.commandId });
  const { body } = await post(`${kit(made.orders)}/duplicate`, { name: 'Orders copy' });
  const { kit_id: commandId } = body as { kit_id: number };
  const { anchor_ol } = await shownTo(people.engineer, { ...made.orders, commandId });
  expect(anchor_ol.row_decorations).toMatchObject([
    { name: 'Refund', output_kit_id: commandId, col_maps: [{ path: 'id', key: 'order_id' }] },
  ]);
  expect(anchor_ol.error_decoration).toMatchObject({ input_kit_id: made.refund.commandId });
  expect((await shownTo(people.creator)).anchor_ol.row_decorations).toHaveLength(2);
});

describe('the configuration', () => {
  interface Entry {
    revision: number;
    differences: { setting: string; before: unknown; after: unknown }[];
  }
  const changes = async () =>
    (await send('GET', `${kit(made.orders)}/revisions`, { as: people.engineer })).body as Entry[];
  const restore = (revision: number) => post(`${kit(made.orders)}/revisions/${revision}/restore`, {});

  it('tells of decorations in its changes, and restores them with their ids', async () => {
    const id = await addRowButton(made);
    const { version } = await shownTo(people.engineer);
    const [added] = await changes();
    const button = { decoration_id: id, name: 'Refund', input_kit_id: made.refund.commandId };
    expect(added?.differences).toContainEqual(
      expect.objectContaining({
        setting: 'row_decorations',
        before: null,
        after: { ...button, maps: { order_id: 'id' }, result_set_zero_idx: 0 },
      }),
    );
    const before = (await shownTo(people.engineer)).anchor_ol;
    await patch(`${kit(made.orders)}/decorations/${id}`, { name: 'Pay back' });
    await post(`${kit(made.orders)}/error-decorations`, { inputKitId: made.refund.commandId });
    await send('DELETE', `${kit(made.orders)}/decorations/${id}`, { as: people.engineer });
    expect((await changes()).slice(0, 3).map(({ differences }) => differences[0]?.setting)).toEqual([
      'row_decorations',
      'error_decoration',
      'row_decorations',
    ]);
    expect((await restore(version)).status).toBe(200);
    expect((await shownTo(people.engineer)).anchor_ol).toEqual(before);
    const { body } = await send('GET', `${kit(made.orders)}/revisions/${version}`, { as: people.engineer });
    expect(body).toMatchObject({ differences_to_current: [], decorations: [{ name: 'Refund' }] });
  });

  it('S18 restoring brings back no button to a command that the person cannot run', async () => {
    const ids = [
      await addRowButton(made),
      await addRowButton(made, { inputKitId: made.secret.commandId, colMaps: [] }, people.creator),
    ];
    const { version } = await shownTo(people.engineer);
    for (const id of ids) {
      await send('DELETE', `${kit(made.orders)}/decorations/${id}`, { as: people.engineer });
    }
    await restore(version);
    const restored = (await shownTo(people.creator)).anchor_ol.row_decorations;
    expect(restored.map(({ decoration_id }) => decoration_id)).toEqual(ids.slice(0, 1));
  });

  it('a restore to a revision from before a button removes it', async () => {
    await addRowButton(made);
    await post(`${kit(made.orders)}/error-decorations`, { inputKitId: made.refund.commandId });
    await restore(1);
    const { anchor_ol } = await shownTo(people.engineer);
    expect(anchor_ol.row_decorations).toEqual([]);
    expect(anchor_ol.error_decoration).toBeNull();
  });
});
