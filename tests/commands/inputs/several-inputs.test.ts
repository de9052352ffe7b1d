import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import {
  createCommand,
  createCredential,
  createOrganizations,
  integerInput,
  type MadeCommand,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();

interface WireInput {
  key: string;
  lego_instance_input_id: number;
  order: number;
  [setting: string]: unknown;
}

let credentialId: number;
let command: MadeCommand;
let made = 0;

beforeAll(async () => {
  await createOrganizations();
  credentialId = await createCredential(ORG_A);
});

beforeEach(async () => {
  made += 1;
  command = await createCommand(ORG_A, people.creator, credentialId, {
    friendlyName: `several${made}`,
    inputs: ['a', 'b', 'c', 'd'].map((key) => integerInput(key)),
  });
});

const kit = () => `/${ORG_A}/kits/${command.commandId}` as const;

async function read(): Promise<{ version: number; inputs: WireInput[] }> {
  const { body } = await send('GET', `/${ORG_A}/deep-kits-6/${command.commandId}`, { as: people.creator });
  const { version, anchor_ol } = body as { version: number; anchor_ol: { kit_run_schema: WireInput[] } };
  return { version, inputs: anchor_ol.kit_run_schema };
}

const keys = async () => (await read()).inputs.map(({ key }) => key).join('');
const idOf = async (key: string) =>
  (await read()).inputs.find((input) => input.key === key)?.lego_instance_input_id ?? 0;

const bulk = (legoInstanceInputs: object[], more: object = {}, as: string = people.creator) =>
  send('PATCH', `${kit()}/bulk-lego-instance-inputs`, { as, body: { legoInstanceInputs, ...more } });

const audits = () =>
  prisma().auditEvent.findMany({
    where: { action: 'input.update', subjectId: String(command.commandId) },
    orderBy: { auditEventId: 'asc' },
  });
const revisions = () => prisma().commandRevision.count({ where: { commandId: command.commandId } });

describe('PATCH kits/{kitId}/bulk-lego-instance-inputs', () => {
  it('S55 changes several inputs with one version, one revision, and one audit row', async () => {
    const { version } = await read();
    const [a, c] = [await idOf('a'), await idOf('c')];
    const changed = await bulk([
      { legoInstanceInputId: a, hidden: true, defaultValue: 5 },
      { legoInstanceInputId: c, lockDefaultValue: true, defaultAmbiguousInput: 'omit', colSpan: 4 },
    ]);
    expect(changed).toMatchObject({
      status: 200,
      body: {
        version: version + 1,
        anchor_ol: {
          kit_run_schema: [
            { key: 'a', hidden: true, default_value: 5, default_value_source: 'user' },
            { key: 'b', hidden: false },
            { key: 'c', lock_default_value: true, default_ambiguous_input: 'omit', col_span: 4 },
            { key: 'd' },
          ],
        },
      },
    });
    expect(await audits()).toMatchObject([
      {
        before: { inputs: { a: { hidden: false }, c: { locked: false, col_span: null } } },
        after: { inputs: { a: { hidden: true }, c: { locked: true, col_span: 4 } } },
      },
    ]);
    // The state before the first change, and the change.
    expect(await revisions()).toBe(2);
  });

  it('an order renumbers the inputs, and nothing changes if it is the same', async () => {
    const ids = (await read()).inputs.map(({ lego_instance_input_id }) => lego_instance_input_id);
    const reversed = [...ids].reverse();
    await bulk(reversed.map((legoInstanceInputId, order) => ({ legoInstanceInputId, order })));
    expect(await keys()).toBe('dcba');
    expect((await read()).inputs.map(({ order }) => order)).toEqual([0, 1, 2, 3]);
    const { version } = await read();
    await bulk(reversed.map((legoInstanceInputId, order) => ({ legoInstanceInputId, order })));
    expect((await read()).version).toBe(version);
    expect(await audits()).toHaveLength(1);
  });

  it('one input moves with its own request, and the others make room', async () => {
    const order = (key: string, place: number) =>
      idOf(key).then((id) =>
        send('PATCH', `${kit()}/li-inputs/${id}`, { as: people.creator, body: { order: place } }),
      );
    await order('d', 0);
    expect(await keys()).toBe('dabc');
    await order('d', 99);
    expect(await keys()).toBe('abcd');
  });

  it('a revision brings the order and the layout back', async () => {
    const { version } = await read();
    const d = await idOf('d');
    await bulk([
      { legoInstanceInputId: d, order: 0, groupHeader: ' Where ', lineBreak: true, componentWidth: 240 },
    ]);
    expect((await read()).inputs[0]).toMatchObject({
      key: 'd',
      group_header: 'Where',
      line_break: true,
      component_width: 240,
    });
    const difference = await send('GET', `${kit()}/revisions/${version}`, { as: people.creator });
    expect(JSON.stringify(difference.body)).toContain('group_header');
    await send('POST', `${kit()}/revisions/${version}/restore`, { as: people.creator, body: {} });
    expect(await keys()).toBe('abcd');
    expect((await read()).inputs[3]).toMatchObject({
      group_header: null,
      line_break: false,
      component_width: null,
    });
  });

  it('S58 is refused with the current command over a newer version, and changes nothing', async () => {
    const { version } = await read();
    const a = await idOf('a');
    await bulk([{ legoInstanceInputId: a, note: 'First' }]);
    expect(await bulk([{ legoInstanceInputId: a, note: 'Late' }], { version })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', current: { version: version + 1 } } },
    });
    expect((await read()).inputs[0]).toMatchObject({ note: 'First' });
  });

  it('S04 an input of another command changes none of them', async () => {
    const a = await idOf('a');
    const other = await prisma().commandInput.findFirstOrThrow({
      where: { commandId: { not: command.commandId } },
    });
    const refused = await bulk([
      { legoInstanceInputId: a, note: 'x' },
      { legoInstanceInputId: other.inputId, note: 'x' },
    ]);
    expect(refused.status).toBe(404);
    expect((await read()).inputs[0]).toMatchObject({ note: null });
  });

  it('refuses what no form can show, an input listed twice, and an empty list', async () => {
    const legoInstanceInputId = await idOf('a');
    for (const bad of [
      { colSpan: 13 },
      { colSpan: 0 },
      { componentWidth: 5 },
      { order: -1 },
      { componentKind: 'slider' },
      { groupHeader: 'x'.repeat(201) },
      { defaultValue: 'many' },
    ]) {
      expect([bad, (await bulk([{ legoInstanceInputId, ...bad }])).status]).toEqual([bad, 400]);
    }
    expect((await bulk([{ legoInstanceInputId }, { legoInstanceInputId }])).status).toBe(400);
    expect((await bulk([])).status).toBe(400);
    expect(await audits()).toEqual([]);
  });

  it('S08 a runner may not', async () => {
    const legoInstanceInputId = await idOf('a');
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId: command.commandId, userId: people.runner, role: 'runner' },
    });
    expect((await bulk([{ legoInstanceInputId, hidden: true }], {}, people.runner)).status).toBe(403);
  });
});
