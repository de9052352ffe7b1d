import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { optionalText } from '@/lib/settings/setting';

// The line of docs/adding-a-setting.md. Everything that reads the list is loaded after it was added, by this file alone.
vi.resetModules();
const { inputSettings } = await import('@/lib/settings/input-settings');
Object.assign(inputSettings, {
  unit: {
    column: 'unit',
    wire: 'unit_of_value',
    ...optionalText(40),
    label: 'Unit',
    logName: 'unit',
    sync: 'kept',
  },
});
const { asOwner, withApp } = await import('../support/app/app');
const { send } = await import('../support/app/http');
const { createOrganizations, ORG_A } = await import('../support/things/organizations');
const { people } = await import('../support/things/people');
const { commit, withSource } = await import('../support/app/source');
const { syncOf } = await import('../support/things/sync');
const { effectWords } = await import('@/lib/changes/source-change-words');
const { differenceLabel } = await import('@/components/configure/changelog/difference-words');
const { inputBody, inputFields, inputLabel, inputWords } = await import(
  '@/components/configure/inputs/input-fields'
);
const { input: inputCodec } = await import('@/lib/contract/command/input-shape');

afterAll(() => {
  Reflect.deleteProperty(inputSettings, 'unit');
  vi.resetModules();
});

withApp();
const source = withSource(
  `create function refund(amount integer, reason text default 'none') returns text language sql as 'select reason'`,
  createOrganizations,
);
const sync = syncOf(source);

const as = people.orgAdmin;
let command: { commandId: number };
let inputId: number;

beforeAll(async () => {
  await asOwner('alter table command_input add column unit text');
  command = await commit(source, 'public.refund(integer, text)');
  inputId = (await amount()).inputId;
});

const kit = () => `/${ORG_A}/kits/${command.commandId}`;

const change = (body: object) => send('PATCH', `${kit()}/li-inputs/${inputId}`, { as, body });

/** An answer that isn't refused. */
async function get<Body>(path: string): Promise<Body> {
  const { status, body } = await send('GET', path, { as });
  expect(status).toBe(200);
  return body as Body;
}

type WireInput = z.input<typeof inputCodec>;

/** The input as a form of the command reads it. */
async function amount() {
  const { anchor_ol } = await get<{ anchor_ol: { kit_run_schema: WireInput[] } }>(
    `/${ORG_A}/deep-kits-6/${command.commandId}`,
  );
  const [first] = anchor_ol.kit_run_schema;
  if (first === undefined) throw new Error('The command has no input');
  return z.decode(inputCodec, first);
}

const unit = async () => inputFields(await amount());

interface Revision {
  revision: number;
  inputs: { key: string; unit_of_value: string | null }[];
  differences: { input_key: string | null; setting: string; before: string; after: string }[];
}

const revisions = () => get<Revision[]>(`${kit()}/revisions`);

const restore = async (revision: number) => {
  const { status } = await send('POST', `${kit()}/revisions/${revision}/restore`, { as, body: {} });
  expect(status).toBeLessThan(300);
};

describe('a setting of inputs that has a column and a line', () => {
  it('is null where nobody has set it, and is saved and answered by the API within its bounds', async () => {
    expect(await unit()).toMatchObject({ unit: '' });
    expect((await change({ unitOfValue: 'x'.repeat(41) })).status).toBe(400);
    expect((await change({ unitOfValue: ' kg ' })).status).toBe(200);
    expect(await amount()).toMatchObject({ unit: 'kg' });
  });

  it('is in the form of the input, with its label and its words', async () => {
    const fields = await unit();
    expect(fields).toMatchObject({ unit: 'kg' });
    expect(inputLabel('unit')).toBe('Unit');
    expect(inputWords(await amount())('unit', 'kg')).toBe('kg');
    expect(inputBody(fields)).toMatchObject({ unit: 'kg' });
  });

  it('is in the change log, in words, and in the revision that it made', async () => {
    const [latest] = await revisions();
    expect(latest?.differences).toEqual([
      { input_key: 'amount', setting: 'unit_of_value', before: null, after: 'kg' },
    ]);
    expect(differenceLabel({ inputKey: 'amount', setting: 'unit_of_value', before: null, after: 'kg' })).toBe(
      'amount: Unit',
    );
    const { inputs } = await get<Revision>(`${kit()}/revisions/${latest?.revision}`);
    expect(inputs.find(({ key }) => key === 'amount')?.unit_of_value).toBe('kg');
  });

  it('is restored with a revision, back and forth', async () => {
    const [withUnit, before] = await revisions();
    await restore(before?.revision ?? 0);
    expect(await unit()).toMatchObject({ unit: '' });
    await restore(withUnit?.revision ?? 0);
    expect(await unit()).toMatchObject({ unit: 'kg' });
  });

  it('is kept by a sync that changes the input', async () => {
    await source.query(
      `create or replace function refund(amount integer default 5, reason text default 'other') returns text
         language sql as 'select reason'`,
    );
    expect((await sync.look()).modified).toHaveLength(1);
    expect(await sync.syncAll()).toEqual([]);
    expect(await amount()).toMatchObject({ unit: 'kg', defaultAmbiguousInput: 'omit' });
  });

  it('is named among what a sync would lose where the input is gone', async () => {
    await source.query('drop function refund');
    await source.query(
      `create function refund(reason text default 'other') returns text language sql as 'select reason'`,
    );
    const { modified } = await sync.look();
    const removed = modified.flatMap(({ changes }) => changes).find((each) => each.change === 'removed');
    const affects = (removed?.affects ?? []).map(({ kind, outcome, kit_id, kit_name }) => ({
      kind,
      outcome: outcome as 'lost',
      commandId: kit_id,
      commandName: kit_name,
      need: null,
      name: null,
      ownerName: null,
      nextAt: null,
    }));
    expect(effectWords({ affects }).map(({ words }) => words)).toEqual(['“refund” loses its own unit.']);
  });
});
