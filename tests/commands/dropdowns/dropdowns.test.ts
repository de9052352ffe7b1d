import { beforeAll, describe, expect, it } from 'vitest';
import { argumentsSchema } from '@/lib/values/command-arguments';
import { unfitChoices } from '@/lib/values/unfit-choices';
import { loadRunnable } from '@/server/access/load/load-command';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import {
  createCommand,
  createGrantedCommands,
  createOrganizations,
  integerInput,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createRun, startRun } from '../../support/things/runs';

withApp();

let command: MadeCommand;
/** Of the admin's own; nobody else has access. */
let sender: MadeCommand;
let columns: { value: number; display: number };
let inputId: number;
let tagsId: number;

beforeAll(async () => {
  await createOrganizations();
  const granted = await createGrantedCommands();
  command = granted.command;
  sender = await createCommand(ORG_A, people.orgAdmin, granted.credentialA, { friendlyName: 'countries' });
  columns = {
    value: await addColumn(sender.commandId, 'code'),
    display: await addColumn(sender.commandId, 'name'),
  };
  const { inputId: amount } = await prisma().commandInput.findFirstOrThrow({
    where: { commandId: command.commandId },
  });
  inputId = amount;
  tagsId = await addListInput();
});

async function addColumn(commandId: number, path: string): Promise<number> {
  const { outputColumnId } = await prisma().outputColumn.create({
    data: { orgId: ORG_A, commandId, kind: 'column', resultSet: 0, position: 0, path, type: 'text' },
  });
  return outputColumnId;
}

async function addInput(
  { commandId, templateId }: MadeCommand,
  key = 'amount',
  type: object = integerInput(key).type,
) {
  const more = { orgId: ORG_A, position: 1, defaultAmbiguousInput: 'omit' };
  const { templateInputId } = await prisma().templateInput.create({
    data: { ...more, templateId, key, type: JSON.parse(JSON.stringify(type)) },
  });
  return prisma().commandInput.create({ data: { ...more, commandId, templateInputId } });
}

/** A second input: a list of whole numbers. */
async function addListInput(): Promise<number> {
  const element = integerInput('each').type;
  const type = {
    ...element,
    jsonType: 'array',
    component: 'json',
    constraints: {},
    element,
    typeId: 'integer[]',
  };
  return (await addInput(command, 'tags', type)).inputId;
}

const create = (as: string, body: object) => send('POST', `/${ORG_A}/dropdowns`, { as, body });
const change = (as: string, dropdownId: number, body: object) =>
  send('PATCH', `/${ORG_A}/dropdowns/${dropdownId}`, { as, body });
const link = (as: string, dropdownId: number | null, input = inputId) =>
  send('PATCH', `/${ORG_A}/kits/${command.commandId}/li-inputs/${input}`, { as, body: { dropdownId } });
const readCommand = async (as: string) =>
  (await send('GET', `/${ORG_A}/deep-kits-6/${command.commandId}`, { as })).body as {
    dropdowns: Record<string, object>;
    anchor_ol: { kit_run_schema: { key: string; dropdown_id: number | null; options: string[] | null }[] };
  };
const fromCommand = () => ({
  name: 'Countries',
  senderKitId: sender.commandId,
  senderValueNoocId: columns.value,
  senderDisplayNoocId: columns.display,
  cacheInterval: 'daily',
});

describe('POST dropdowns', () => {
  it('creates a hardcoded one from the JSON text of its values', async () => {
    const { status, body } = await create(people.engineer, {
      orgId: ORG_A,
      name: 'Amounts',
      enum: JSON.stringify([' 10 ', '20', '', '10']),
      senderKitId: null,
      senderValueNoocId: null,
      senderDisplayNoocId: null,
      cacheInterval: null,
      componentId: 'b-select',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ type: 'hardcoded', enum: ['10', '20'], use_count: 0, may_change: true });
  });

  it('creates one from a command, with its columns', async () => {
    const { status, body } = await create(people.orgAdmin, fromCommand());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      type: 'command_output',
      enum: null,
      kit: { kit_id: sender.commandId },
      value_col: { name: 'code', is_present: true },
      display_col: { name: 'name' },
      cache_interval: 'daily',
    });
  });

  it.each([
    [{ name: 'x', enum: [] }, 'Error: no enum options provided'],
    [{ name: 'x', enum: '  ' }, 'Must be a JSON list of texts'],
    [{ name: 'x', enum: '["a", 1]' }, 'Must be a JSON list of texts'],
    [{ name: 'x' }, 'Error: No command selected'],
    [{ name: 'x', enum: ['a'], cacheInterval: 'daily' }, 'A hardcoded dropdown has neither'],
  ])('refuses %j', async (body, message) => {
    const refused = await create(people.orgAdmin, body);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(message);
  });

  it('refuses a mixture of both kinds, and one without its columns', async () => {
    const both = await create(people.orgAdmin, { ...fromCommand(), enum: ['a'] });
    expect(both.status).toBe(400);
    const without = await create(people.orgAdmin, { ...fromCommand(), senderDisplayNoocId: null });
    expect(without.status).toBe(400);
    expect(JSON.stringify(without.body)).toContain('Error: no value or display selected');
    const other = await create(people.orgAdmin, { ...fromCommand(), senderKitId: command.commandId });
    expect(other.status).toBe(400);
  });

  it('has constraints that keep invalid combinations out of the database', async () => {
    const data = { orgId: ORG_A, name: 'x', createdByUserId: people.orgAdmin };
    await expect(prisma().dropdown.create({ data: { ...data, kind: 'hardcoded' } })).rejects.toThrow();
    await expect(
      prisma().dropdown.create({ data: { ...data, kind: 'command_output', values: ['a'] } }),
    ).rejects.toThrow();
    await expect(
      prisma().dropdown.create({
        data: {
          ...data,
          kind: 'command_output',
          senderCommandId: command.commandId,
          valueColumnId: columns.value,
          displayColumnId: columns.display,
        },
      }),
    ).rejects.toThrow();
  });

  it('S17 a person names only commands that they can run as a sender', async () => {
    const refused = await create(people.engineer, fromCommand());
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain("you can't run it");
  });

  it('S20 refuses extra keys and writes nothing', async () => {
    const before = await prisma().dropdown.count();
    for (const extra of [
      { createdBy: people.member },
      { isDeleted: true },
      { dropdownId: 1 },
      { role: 'admin' },
    ]) {
      const { status } = await create(people.orgAdmin, { name: 'x', enum: ['a'], ...extra });
      expect(status).toBe(400);
    }
    expect((await create(people.orgAdmin, { name: 'x', enum: ['a'], orgId: ORG_B })).status).toBe(400);
    expect(await prisma().dropdown.count()).toBe(before);
  });
});

describe('linking', () => {
  it('S17 needs access to the sending command', async () => {
    const dropdownId = numberIn(await create(people.orgAdmin, fromCommand()), 'dropdown_id');
    const refused = await link(people.engineer, dropdownId);
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.body)).toContain("can't run");
    expect((await link(people.orgAdmin, dropdownId)).status).toBe(200);
    const linked = await prisma().commandInput.findUniqueOrThrow({ where: { inputId } });
    expect(linked).toMatchObject({ dropdownId, dropdownLinkedBy: people.orgAdmin });

    // An engineer who changes something else of the input does not become the one who linked it.
    const target = `/${ORG_A}/kits/${command.commandId}/li-inputs/${inputId}`;
    expect((await send('PATCH', target, { as: people.engineer, body: { note: 'x' } })).status).toBe(200);
    expect(await prisma().commandInput.findUniqueOrThrow({ where: { inputId } })).toMatchObject({
      dropdownLinkedBy: people.orgAdmin,
    });

    // The form learns nothing of the sender.
    const { dropdowns } = await readCommand(people.runner);
    expect(dropdowns[dropdownId]).toEqual({
      dropdown_id: dropdownId,
      name: 'Countries',
      type: 'command_output',
      component_id: 'b-select',
      enum: null,
      cache_interval: 'daily',
      depends_on: [],
    });
    const listed = await send('GET', `/${ORG_A}/dropdowns`, { as: people.engineer });
    expect(listed.body).toContainEqual(
      expect.objectContaining({ dropdown_id: dropdownId, kit: null, sender_kit_id: null, value_col: null }),
    );
  });

  it('S17 restoring a revision with such a link needs it, too', async () => {
    const { version } = await prisma().command.findUniqueOrThrow({ where: { commandId: command.commandId } });
    expect((await link(people.engineer, null)).status).toBe(200);
    const restore = (as: string) =>
      send('POST', `/${ORG_A}/kits/${command.commandId}/revisions/${version}/restore`, { as, body: {} });
    expect((await restore(people.engineer)).status).toBe(403);
    expect((await restore(people.orgAdmin)).status).toBe(200);
    const restored = await prisma().commandInput.findUniqueOrThrow({ where: { inputId } });
    expect(restored.dropdownLinkedBy).toBe(people.orgAdmin);
    expect((await link(people.engineer, null)).status).toBe(200);
    expect(await prisma().commandInput.findUniqueOrThrow({ where: { inputId } })).toMatchObject({
      dropdownId: null,
      dropdownLinkedBy: null,
    });
  });

  it("S04 refuses another organization's dropdown", async () => {
    const { dropdownId } = await prisma().dropdown.create({
      data: { orgId: ORG_B, name: 'B', kind: 'hardcoded', values: ['1'], createdByUserId: people.orgAdminB },
    });
    expect((await link(people.orgAdmin, dropdownId)).status).toBe(400);
    expect((await change(people.orgAdmin, dropdownId, { name: 'x' })).status).toBe(404);
  });
});

describe('a shared dropdown', () => {
  it('is changed by org admins, and by an engineer of every command that uses it', async () => {
    const made = await create(people.engineer, { name: 'Shared', enum: ['10', '20'] });
    const dropdownId = numberIn(made, 'dropdown_id');
    expect((await link(people.engineer, dropdownId)).status).toBe(200);
    expect((await change(people.engineer, dropdownId, { name: 'Renamed' })).status).toBe(200);
    expect((await change(people.runner, dropdownId, { name: 'x' })).status).toBe(403);

    const other = await prisma().command.findFirstOrThrow({ where: { name: { contains: 'md2' } } });
    const { templateInputId } = await prisma().templateInput.create({
      data: {
        orgId: ORG_A,
        templateId: other.templateId,
        key: 'amount',
        position: 0,
        type: JSON.parse(JSON.stringify(integerInput('amount').type)),
        defaultAmbiguousInput: 'required',
      },
    });
    await prisma().commandInput.create({
      data: {
        orgId: ORG_A,
        commandId: other.commandId,
        templateInputId,
        position: 0,
        defaultAmbiguousInput: 'required',
        dropdownId,
        dropdownLinkedBy: people.creator,
      },
    });
    expect((await change(people.engineer, dropdownId, { name: 'x' })).status).toBe(403);
    const { body } = await send('GET', `/${ORG_A}/dropdowns`, { as: people.engineer });
    expect(body).toContainEqual(
      expect.objectContaining({
        dropdown_id: dropdownId,
        may_change: false,
        use_count: 2,
        uses: [expect.objectContaining({ key: 'amount', kit_id: command.commandId })],
      }),
    );
    expect((await change(people.creator, dropdownId, { name: 'Again' })).status).toBe(200);
    expect((await change(people.orgAdmin, dropdownId, { name: 'Shared' })).status).toBe(200);
  });

  it('S58 a change over a newer version is refused with the current one', async () => {
    const made = await create(people.engineer, { name: 'Versions', enum: ['1'] });
    const dropdownId = numberIn(made, 'dropdown_id');
    expect((await change(people.engineer, dropdownId, { enum: ['2'], version: 1 })).status).toBe(200);
    const stale = await change(people.engineer, dropdownId, { enum: ['3'], version: 1 });
    expect(stale.status).toBe(409);
    expect(await prisma().dropdown.findUniqueOrThrow({ where: { dropdownId } })).toMatchObject({
      values: ['2'],
    });
  });

  it('lists nothing to people who configure no command', async () => {
    for (const as of [people.runner, people.member]) {
      expect((await send('GET', `/${ORG_A}/dropdowns?sort=dropdown_id`, { as })).status).toBe(403);
    }
  });
});

describe('the values of a hardcoded dropdown', () => {
  let dropdownId: number;
  beforeAll(async () => {
    const made = await create(people.engineer, { name: 'Amounts', enum: ['10', '20'] });
    dropdownId = numberIn(made, 'dropdown_id');
    await link(people.engineer, dropdownId);
    await link(people.engineer, dropdownId, tagsId);
  });

  const run = async (values: Record<string, never> | object) =>
    startRun(command, await createRun(command), values as Record<string, never>);

  it('are the options of the form', async () => {
    const { dropdowns, anchor_ol } = await readCommand(people.runner);
    expect(dropdowns[dropdownId]).toMatchObject({ type: 'hardcoded', enum: ['10', '20'] });
    const [amount] = anchor_ol.kit_run_schema;
    expect(amount).toMatchObject({ dropdown_id: dropdownId, options: ['10', '20'], component: 'b-select' });
  });

  it('S19 are the only ones that a run takes, in lists too', async () => {
    expect((await run({ amount: 10 })).status).toBe(202);
    expect((await run({ amount: '20', tags: [10, '20'] })).status).toBe(202);
    const refused = await run({ amount: 30 });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('Must be one of: 10, 20');
    expect((await run({ amount: 10, tags: [10, 30] })).status).toBe(400);
  });

  it('are the enum of a program’s arguments', async () => {
    const admin = { kind: 'person', userId: people.orgAdmin, name: 'A', email: null } as const;
    const actor = { ...admin, memberships: [{ orgId: ORG_A, role: 'admin' as const }] };
    const { form } = await loadRunnable(actor, ORG_A, command.commandId, 'command.run');
    expect(argumentsSchema(form.inputs)).toMatchObject({
      properties: { amount: { enum: [10, 20] }, tags: { items: { enum: [10, 20] } } },
    });
  });
});

it('only inputs of scalars and lists of them have one', async () => {
  const dropdownId = numberIn(await create(people.engineer, { name: 'Any', enum: ['1'] }), 'dropdown_id');
  await link(people.engineer, null, tagsId);
  const { templateInputId } = await prisma().commandInput.findUniqueOrThrow({ where: { inputId: tagsId } });
  const type = JSON.parse(
    JSON.stringify({ ...integerInput('x').type, jsonType: 'object', component: 'json' }),
  );
  await prisma().templateInput.update({ where: { templateInputId }, data: { type } });
  const refused = await link(people.engineer, dropdownId, tagsId);
  expect(refused.status).toBe(400);
});

it('S17 a dropdown is deleted once no input uses it; until then it names commands that one may see', async () => {
  const dropdownId = numberIn(await create(people.engineer, { name: 'Goes', enum: ['1'] }), 'dropdown_id');
  const remove = (as: string) => send('DELETE', `/${ORG_A}/dropdowns/${dropdownId}`, { as });
  const { body } = await link(people.engineer, dropdownId);
  const { inputId: ofSender } = await addInput(sender);
  const linkSender = (id: number | null) =>
    prisma().commandInput.update({
      where: { inputId: ofSender },
      data: { dropdownId: id, dropdownLinkedBy: id === null ? null : people.orgAdmin },
    });
  await linkSender(dropdownId);
  expect(JSON.stringify((await remove(people.orgAdmin)).body)).toContain('countries');
  expect((await remove(people.engineer)).status).toBe(403);
  await linkSender(null);
  expect((await remove(people.engineer)).status).toBe(409);
  await link(people.engineer, null);
  expect((await remove(people.engineer)).status).toBe(204);
  expect((await remove(people.engineer)).status).toBe(404);
  // A revision that had it can still be restored; the input keeps what it has.
  const path = `/${ORG_A}/kits/${command.commandId}/revisions/${(body as { version: number }).version}/restore`;
  expect((await send('POST', path as `/${string}`, { as: people.engineer, body: {} })).status).toBe(200);
});

describe('values that the type of an input does not take', () => {
  const made = async (values: string[]) =>
    numberIn(await create(people.engineer, { name: 'Sizes', enum: values }), 'dropdown_id');

  it('refuse the link, with these values', async () => {
    const sizes = await made(['1', 'large', 'x1', '2']);
    expect(await link(people.orgAdmin, sizes)).toMatchObject({
      status: 400,
      body: {
        error: {
          message: expect.stringMatching(/ doesn't take these values of the dropdown: “large”, “x1” \(/),
        },
      },
    });
    const element = integerInput('each').type;
    expect(unfitChoices({ ...element, jsonType: 'array', element }, ['1', 'large'])).toMatch(/^“large” \(/);
  });

  it('are refused for a dropdown that is linked, and those that it has can stay', async () => {
    const sizes = await made(['1', '2']);
    expect((await link(people.orgAdmin, sizes)).status).toBe(200);
    const answer = await change(people.orgAdmin, sizes, { enum: ['1', 'small'] });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: 'enum', message: expect.stringContaining('“small”') }] } },
    });
    await prisma().dropdown.update({ where: { dropdownId: sizes }, data: { values: ['1', 'old'] } });
    expect((await change(people.orgAdmin, sizes, { enum: ['old', '3'] })).status).toBe(200);
    await link(people.orgAdmin, null);
  });
});
