import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '@/tests/support/app/app';
import { send } from '@/tests/support/app/http';
import { withSource } from '@/tests/support/app/source';
import { createOrganizations, ORG_A } from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';
import { changesOf, refund, refundSignature, syncedCommands } from './sync-support';

withApp();
const source = withSource('select 1', createOrganizations);
const { look, commitRows, syncAll, cloudId, commandOf, inputsOf, keysOf, configure, onlyChange, bring } =
  syncedCommands(source);

beforeEach(async () => {
  await source.query('drop schema if exists shop cascade; create schema shop');
  for (const table of ['command_input', 'run', 'command', 'template_input', 'template']) {
    await sql.query(`delete from ${table}`);
  }
});

describe('a second comparison', () => {
  test('finds no changes', async () => {
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
  test('another argument: one modified row, and the command keeps its settings', async () => {
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
    expect(changesOf(row)).toEqual([
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

  test('a removed argument loses its settings, and the comparison names them', async () => {
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

  test('another type keeps a default that it accepts, and names one that it doesn’t', async () => {
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

  test('a default, a comment, and the return type: unchanged settings follow, changed ones stay', async () => {
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
    expect(modified.map(changesOf)).toEqual(
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

  test('a startup value is removed with its input, and named before', async () => {
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

  test('an enum with another label', async () => {
    const [commandId = 0] = await commandOf(
      `create type shop.status as enum ('new', 'paid');
       create function shop.f(s shop.status) returns integer language sql as 'select 1'`,
      'shop.f(shop.status)',
    );
    await source.query(`alter type shop.status add value 'sent'`);
    const row = await onlyChange();
    expect(changesOf(row)).toEqual([
      ['s', 'type', 'shop.status (new, paid)', 'shop.status (new, paid, sent)'],
    ]);
    await bring(row);
    expect((await inputsOf(commandId)).length).toBe(1);
  });

  test('a form that engineers reordered keeps its order; new inputs go after their neighbor', async () => {
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
