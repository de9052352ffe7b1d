import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/server/db';
import { prisma } from '@/server/prisma';
import { withApp } from '@/tests/support/app';
import { send } from '@/tests/support/http';
import { createOrganizations, ORG_A } from '@/tests/support/organizations';
import { people } from '@/tests/support/people';
import { withSource } from '@/tests/support/source';
import { type Commits, syncOf, type WireRow } from '@/tests/support/sync';

withApp();
const source = withSource('select 1', createOrganizations);
const { look, commitAs, commitRows, syncAll, cloudId } = syncOf(source);

beforeEach(async () => {
  await source.query('drop schema if exists shop cascade; create schema shop');
  for (const table of ['command_input', 'run', 'command', 'template_input', 'template']) {
    await sql.query(`delete from ${table}`);
  }
});

const adding = (signature: string) => ({ cloudId: cloudId(signature), commitType: 'addition' as const });

/** Makes a routine and a command of it. */
async function commandOf(statement: string, ...signatures: string[]): Promise<number[]> {
  await source.query(statement);
  const { body } = await commitAs(people.orgAdmin, signatures.map(adding));
  const { commits } = body as { commits: { command_instances: { kit_id: number }[] }[] };
  return commits.map(({ command_instances: [command] }) => command?.kit_id ?? Number.NaN);
}

const inputsOf = async (commandId: number) => {
  const rows = await prisma().commandInput.findMany({
    where: { commandId },
    include: { templateInput: true },
    orderBy: { position: 'asc' },
  });
  return rows.map(({ templateInput, ...input }) => ({ key: templateInput.key, ...input }));
};

const keysOf = async (commandId: number) => (await inputsOf(commandId)).map(({ key }) => key);

async function configure(commandId: number, key: string, settings: object): Promise<void> {
  const input = (await inputsOf(commandId)).find((each) => each.key === key);
  const target = `/${ORG_A}/kits/${commandId}/li-inputs/${input?.inputId}`;
  const { status, body } = await send('PATCH', target, { as: people.orgAdmin, body: settings });
  expect(status, JSON.stringify(body)).toBe(200);
}

const told = (row: WireRow | undefined) =>
  row?.changes.map(({ key, change, before, after }) => [key, change, before, after]);

async function onlyChange(): Promise<WireRow> {
  const { modified, added, deleted } = await look();
  expect({ added: added.length, deleted: deleted.length, modified: modified.length }).toEqual({
    added: 0,
    deleted: 0,
    modified: 1,
  });
  const [row] = modified;
  if (row === undefined) throw new Error('Nothing changed');
  return row;
}

async function bring(row: WireRow): Promise<void> {
  expect((await commitRows([row], 'update')).map(({ error }) => error)).toEqual([null]);
  const again = await look();
  expect(again.modified).toEqual([]);
}

const refund = `create function shop.refund(order_id integer, reason text default 'none') returns integer
  language sql as 'select 1'`;
const refundSignature = 'shop.refund(integer, text)';

describe('a second look right after', () => {
  test('finds nothing to do', async () => {
    await source.query(`${refund}; create procedure shop.restock(item bigint) language sql as ''`);
    expect(await syncAll()).toEqual([]);
    const { added, modified, deleted, undeleted, error, already_added } = await look();
    expect({ added, modified, deleted, undeleted, error }).toEqual({
      added: [],
      modified: [],
      deleted: [],
      undeleted: [],
      error: [],
    });
    expect(already_added.map(({ friendly_name }) => friendly_name).sort()).toEqual(['refund', 'restock']);
  });

  test('and an update that is committed twice writes nothing the second time', async () => {
    const [commandId = 0] = await commandOf(refund, refundSignature);
    const before = await prisma().template.findFirstOrThrow();
    const audits = await prisma().auditEvent.count();
    const [again] = await commitRows([{ cloud_id: before.cloudId, revision: null }], 'update');
    expect(again).toMatchObject({ error: null, command_instances: [{ kit_id: commandId }] });
    expect(await prisma().template.findFirstOrThrow()).toEqual(before);
    expect(await prisma().auditEvent.count()).toBe(audits);
  });
});

describe('a routine that changed at the source', () => {
  test('another argument: one modified row, the command lives on, and its settings with it', async () => {
    const [commandId = 0] = await commandOf(refund, refundSignature);
    await configure(commandId, 'reason', {
      displayValue: 'Why',
      defaultValue: 'broken',
      note: 'In a word',
      hidden: true,
    });
    await source.query(`drop function shop.refund;
      create function shop.refund(order_id integer, amount numeric(8,2), reason text default 'none')
      returns integer language sql as 'select 1'`);
    const row = await onlyChange();
    expect(row).toMatchObject({
      cloud_id: cloudId('shop.refund(integer, numeric, text)'),
      previous_cloud_id: cloudId(refundSignature),
      kit_id: commandId,
    });
    expect(told(row)).toEqual([
      [null, 'name', refundSignature, 'shop.refund(integer, numeric, text)'],
      ['amount', 'added', null, { type_id: 'numeric', default: null, treatment: 'required' }],
    ]);
    await bring(row);
    expect(await keysOf(commandId)).toEqual(['order_id', 'amount', 'reason']);
    const [, , reason] = await inputsOf(commandId);
    expect(reason).toMatchObject({
      displayName: 'Why',
      defaultValue: 'broken',
      defaultValueSource: 'user',
      note: 'In a word',
      hidden: true,
    });
    const { body } = await send('GET', `/${ORG_A}/kits/${commandId}/revisions`, { as: people.orgAdmin });
    expect(body).toMatchObject([
      {
        change_type: 'sync_update',
        differences: [{ input_key: 'amount', setting: 'input', before: null, after: 'numeric' }],
      },
      { change_type: 'user_update' },
      { change_type: null },
      { change_type: 'sync_creation', revision: null },
    ]);
  });

  test('an argument that is gone takes its settings along, and the look names them', async () => {
    const [commandId = 0] = await commandOf(refund, refundSignature);
    await configure(commandId, 'reason', {
      displayValue: 'Why',
      defaultValue: 'broken',
      lockDefaultValue: true,
    });
    await source.query(`drop function shop.refund;
      create function shop.refund(order_id integer) returns integer language sql as 'select 1'`);
    const row = await onlyChange();
    const removed = row.changes.find(({ change }) => change === 'removed');
    expect(removed).toMatchObject({ key: 'reason', before: { type_id: 'text', default: 'none' } });
    expect(removed?.affects.map(({ kind, outcome, kit_id }) => [kind, outcome, kit_id])).toEqual([
      ['default', 'lost', commandId],
      ['label', 'lost', commandId],
      ['locked', 'lost', commandId],
    ]);
    await bring(row);
    expect(await keysOf(commandId)).toEqual(['order_id']);
  });

  test('another type keeps a default that fits it, and says which does not', async () => {
    const [commandId = 0] = await commandOf(
      `create function shop.f(a text, b text) returns integer language sql as 'select 1'`,
      'shop.f(text, text)',
    );
    await configure(commandId, 'a', { defaultValue: '12' });
    await configure(commandId, 'b', { defaultValue: 'twelve', lockDefaultValue: true, hidden: true });
    await source.query(`drop function shop.f;
      create function shop.f(a integer, b integer) returns integer language sql as 'select 1'`);
    const row = await onlyChange();
    const effects = row.changes.flatMap(({ key, affects }) =>
      affects.map(({ kind, outcome }) => [key, kind, outcome]),
    );
    expect(effects).toEqual([
      ['a', 'default', 'kept'],
      ['b', 'default', 'lost'],
      ['b', 'locked', 'unfit'],
      ['b', 'hidden', 'unfit'],
    ]);
    await bring(row);
    expect(await inputsOf(commandId)).toMatchObject([
      { key: 'a', defaultValue: '12', defaultValueSource: 'user' },
      { key: 'b', defaultValue: null, defaultValueSource: 'sync', locked: true, hidden: true },
    ]);
  });

  test('a default, a comment and what it returns: what engineers left follows, what they set stays', async () => {
    const [left = 0, set = 0] = await commandOf(
      `create function shop.f(a text default 'x') returns integer language sql as 'select 1';
       create function shop.g(a text default 'x') returns integer language sql as 'select 1'`,
      'shop.f(text)',
      'shop.g(text)',
    );
    await configure(set, 'a', { defaultValue: 'mine' });
    await send('PATCH', `/${ORG_A}/kits/${set}`, { as: people.orgAdmin, body: { description: 'Mine' } });
    for (const name of ['f', 'g']) {
      await source.query(`drop function shop.${name};
        create function shop.${name}(a text default 'y') returns table (n integer) language sql as 'select 1';
        comment on function shop.${name} is 'Counts.'`);
    }
    const { modified } = await look();
    expect(modified.map(told)).toEqual(
      Array.from({ length: 2 }, () => [
        ['a', 'default', 'x', 'y'],
        [null, 'description', null, 'Counts.'],
        [null, 'call', { returns: 'scalar' }, { returns: 'table' }],
      ]),
    );
    expect(modified[1]?.changes[0]?.affects).toMatchObject([
      { kind: 'default', outcome: 'kept', kit_id: set },
    ]);
    await commitRows(modified, 'update');
    expect((await look()).modified).toEqual([]);
    expect(await inputsOf(left)).toMatchObject([{ defaultValue: 'y' }]);
    expect(await inputsOf(set)).toMatchObject([{ defaultValue: 'mine' }]);
    const described = await prisma().command.findMany({ orderBy: { commandId: 'asc' } });
    expect(described.map(({ description }) => description)).toEqual(['Counts.', 'Mine']);
  });

  test('a value that it runs with at the start goes with its input, and is named before', async () => {
    await commandOf(
      `create function shop.f(a text, b text, c text) returns integer language sql as 'select 1'`,
      'shop.f(text, text, text)',
    );
    await prisma().template.updateMany({ data: { runOnStartupValues: { a: 'x', b: 'many', c: 'y' } } });
    await source.query(`drop function shop.f;
      create function shop.f(b integer, c text) returns integer language sql as 'select 1'`);
    const row = await onlyChange();
    expect(
      row.changes.flatMap(({ key, affects }) => affects.map(({ kind, outcome }) => [key, kind, outcome])),
    ).toEqual([
      ['a', 'startup', 'lost'],
      ['b', 'startup', 'lost'],
    ]);
    await bring(row);
    expect(await prisma().template.findFirstOrThrow()).toMatchObject({ runOnStartupValues: { c: 'y' } });
  });

  test('an enum that has another label', async () => {
    const [commandId = 0] = await commandOf(
      `create type shop.status as enum ('new', 'paid');
       create function shop.f(s shop.status) returns integer language sql as 'select 1'`,
      'shop.f(shop.status)',
    );
    await source.query(`alter type shop.status add value 'sent'`);
    const row = await onlyChange();
    expect(told(row)).toEqual([['s', 'type', 'shop.status (new, paid)', 'shop.status (new, paid, sent)']]);
    await bring(row);
    expect((await inputsOf(commandId)).length).toBe(1);
  });

  test('a form that engineers put in order keeps it; what is new goes behind its neighbor', async () => {
    const [commandId = 0] = await commandOf(
      `create function shop.f(a int, b int, c int) returns int language sql as 'select 1'`,
      'shop.f(integer, integer, integer)',
    );
    const inputs = await inputsOf(commandId);
    for (const [position, key] of ['c', 'a', 'b'].entries()) {
      const inputId = inputs.find((input) => input.key === key)?.inputId ?? 0;
      await prisma().commandInput.update({ where: { inputId }, data: { position } });
    }
    await source.query(`drop function shop.f;
      create function shop.f(z int, a int, n int, b int, c int) returns int language sql as 'select 1'`);
    await bring(await onlyChange());
    expect(await keysOf(commandId)).toEqual(['z', 'c', 'a', 'n', 'b']);
  });
});

describe('a routine that goes under another name', () => {
  test('is the same command, and is called so where nobody renamed it', async () => {
    const [plain = 0, renamed = 0] = await commandOf(
      `create function shop.f(a int) returns int language sql as 'select 1';
       create function shop.g(a int) returns int language sql as 'select 1'`,
      'shop.f(integer)',
      'shop.g(integer)',
    );
    await send('PATCH', `/${ORG_A}/kits/${renamed}`, { as: people.orgAdmin, body: { name: 'My own' } });
    await source.query('alter function shop.f rename to f2; alter function shop.g rename to g2');
    const { modified, added, deleted } = await look();
    expect([added, deleted]).toEqual([[], []]);
    expect(modified.map(told)).toEqual([
      [[null, 'name', 'shop.f(integer)', 'shop.f2(integer)']],
      [[null, 'name', 'shop.g(integer)', 'shop.g2(integer)']],
    ]);
    expect((await commitRows(modified, 'update')).flatMap((row) => row.command_instances)).toEqual([
      { kit_id: plain, name: 'F2' },
      { kit_id: renamed, name: 'My own' },
    ]);
  });

  test('is named for people where it is added, and called as the request says', async () => {
    await source.query(`create function shop.issue_credit(a int) returns int language sql as 'select 1';
      create function shop.give_back(a int) returns int language sql stable as 'select 1'`);
    const { added } = await look();
    expect(added.map((row) => [row.cloud_id, row.warning_tag, row.signature])).toEqual([
      [cloudId('shop.give_back(integer)'), 'safe', 'a integer'],
      [cloudId('shop.issue_credit(integer)'), null, 'a integer'],
    ]);
    const commits = await send('POST', `/${ORG_A}/batch-commit`, {
      as: people.orgAdmin,
      body: added.map((row) => ({
        cloudId: row.cloud_id,
        credsId: source.credentialId(),
        commitType: 'addition',
        ...(row.warning_tag === null ? { warningTag: 'creates_data' } : { name: 'Give it back' }),
      })),
    });
    const made = (commits.body as Commits).commits.flatMap((commit) => commit.command_instances);
    expect(made.map(({ name }) => name)).toEqual(['Give it back', 'Issue credit']);
    const tags = await prisma().template.findMany({
      where: { commands: { some: { commandId: { in: made.map(({ kit_id }) => kit_id) } } } },
      orderBy: { templateId: 'asc' },
      select: { warningTag: true },
    });
    expect(tags).toEqual([{ warningTag: null }, { warningTag: 'creates_data' }]);
  });

  test('is recognized after its body changed, too', async () => {
    await commandOf(
      `create function shop.f(a int) returns int language sql as 'select 1'`,
      'shop.f(integer)',
    );
    await source.query(`create or replace function shop.f(a int) returns int language sql as 'select 2 + a'`);
    expect((await look()).already_added).toHaveLength(1);
    await source.query(`drop function shop.f;
      create function shop.h(a int) returns int language sql as 'select 2 + a'`);
    expect((await onlyChange()).previous_cloud_id).toBe(cloudId('shop.f(integer)'));
  });

  test('is not guessed where two could be meant', async () => {
    await commandOf(
      `create function shop.f(a int) returns int language sql as 'select 1';
       create function shop.f(a text) returns int language sql as 'select 2'`,
      'shop.f(integer)',
      'shop.f(text)',
    );
    await source.query(`drop function shop.f(int); drop function shop.f(text);
      create function shop.f(a date) returns int language sql as 'select 3';
      create function shop.f(a time) returns int language sql as 'select 4'`);
    const { modified, added, deleted } = await look();
    expect([modified.length, added.length, deleted.length]).toEqual([0, 2, 2]);
  });

  test('one overload that changed its arguments is told from those that stayed', async () => {
    const [changed = 0] = await commandOf(
      `create function shop.f(a int) returns int language sql as 'select 1';
       create function shop.f(a text) returns int language sql as 'select 2'`,
      'shop.f(integer)',
      'shop.f(text)',
    );
    await source.query(`drop function shop.f(int);
      create function shop.f(a int, b int) returns int language sql as 'select 3'`);
    expect((await onlyChange()).kit_id).toBe(changed);
  });
});

describe('a routine that is gone', () => {
  test('is deleted here when one says so, its runs are refused in words, and it comes back with its settings', async () => {
    const [commandId = 0] = await commandOf(refund, refundSignature);
    await configure(commandId, 'reason', { displayValue: 'Why' });
    await source.query('drop function shop.refund');
    const gone = await look();
    expect(gone.deleted).toMatchObject([{ cloud_id: cloudId(refundSignature), kit_id: commandId }]);
    expect(await commitRows(gone.deleted, 'deletion')).toMatchObject([
      { error: null, command_instances: [{ kit_id: commandId }] },
    ]);
    expect((await look()).deleted).toEqual([]);

    const run = { olId: gone.deleted[0]?.ol_id, kitId: commandId, params: { order_id: 1 } };
    const refused = await send('POST', `/${ORG_A}/run-sync`, { as: people.orgAdmin, body: run });
    expect(refused.status).toBe(404);
    expect(JSON.stringify(refused.body)).toContain('no longer exists at the source');
    const stranger = await send('POST', `/${ORG_A}/run-sync`, { as: people.member, body: run });
    expect(JSON.stringify(stranger.body)).not.toContain('deleted');

    await source.query(refund.replace("'none'", "'other'"));
    const { undeleted, added } = await look();
    expect(added).toEqual([]);
    expect(undeleted).toMatchObject([{ changes: [{ key: 'reason', change: 'default', after: 'other' }] }]);
    expect(await commitRows(undeleted, 'undeletion')).toMatchObject([
      { error: null, command_instances: [{ kit_id: commandId }] },
    ]);
    expect(await inputsOf(commandId)).toMatchObject([
      { key: 'order_id' },
      { key: 'reason', displayName: 'Why', defaultValue: 'other' },
    ]);
    expect((await look()).already_added).toHaveLength(1);
  });

  test('a command that a person deleted can be brought back in the same way', async () => {
    const [commandId = 0] = await commandOf(refund, refundSignature);
    await send('DELETE', `/${ORG_A}/kits/${commandId}`, { as: people.orgAdmin });
    const { undeleted, added, already_added } = await look();
    expect([added, already_added]).toEqual([[], []]);
    expect(undeleted).toHaveLength(1);
    expect(await commitRows(undeleted, 'undeletion')).toMatchObject([
      { command_instances: [{ kit_id: commandId }] },
    ]);
  });

  test('what cannot be done says why, row by row', async () => {
    const [commandId = 0] = await commandOf(
      `${refund}; create function shop.other() returns int language sql as 'select 1'`,
      refundSignature,
    );
    const commit = async (
      commitType: 'addition' | 'update' | 'undeletion' | 'deletion',
      signature: string,
    ) => {
      const { body } = await commitAs(people.orgAdmin, [{ cloudId: cloudId(signature), commitType }]);
      return (body as { commits: { error: string }[] }).commits[0]?.error;
    };
    expect(await commit('deletion', refundSignature)).toMatch(/at the source again/);
    expect(await commit('undeletion', refundSignature)).toMatch(/is not deleted/);
    expect(await commit('addition', refundSignature)).toMatch(/is already a command/);
    expect(await commit('update', 'shop.other()')).toMatch(/is not a command yet/);
    expect(await commit('deletion', 'shop.nothing()')).toMatch(/is not a command of this connection/);
    expect(await commit('update', 'shop.nothing()')).toMatch(/no longer at the source/);
    await send('DELETE', `/${ORG_A}/kits/${commandId}`, { as: people.orgAdmin });
    expect(await commit('update', refundSignature)).toMatch(/Undelete it instead/);
    expect(await commit('addition', refundSignature)).toMatch(/Undelete it instead/);
  });
});

test('S58 a change since the comparison, here or at the source, is not overwritten', async () => {
  const [commandId = 0] = await commandOf(refund, refundSignature);
  await source.query(
    'drop function shop.refund; create function shop.refund(order_id integer, reason int) returns integer language sql as $$select 1$$',
  );
  const row = await onlyChange();
  await configure(commandId, 'reason', { defaultValue: 'meanwhile' });
  expect(await commitRows([row], 'update')).toMatchObject([
    { error: expect.stringMatching(/Compare again/) },
  ]);
  const looked = await onlyChange();
  await source.query('comment on function shop.refund is $$Meanwhile$$');
  expect(await commitRows([looked], 'update')).toMatchObject([
    { error: expect.stringMatching(/Compare again/) },
  ]);
  await bring(await onlyChange());
});
