import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '@/tests/support/app/app';
import { send } from '@/tests/support/app/http';
import { withSource } from '@/tests/support/app/source';
import { createOrganizations, ORG_A } from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';
import type { Commits } from '@/tests/support/things/sync';
import { changesOf, refund, refundSignature, syncedCommands } from './sync-support';

withApp();
const source = withSource('select 1', createOrganizations);
const { look, commitAs, commitRows, cloudId, commandOf, inputsOf, configure, onlyChange, bring } =
  syncedCommands(source);

beforeEach(async () => {
  await source.query('drop schema if exists shop cascade; create schema shop');
  for (const table of ['command_input', 'run', 'command', 'template_input', 'template']) {
    await sql.query(`delete from ${table}`);
  }
});

describe('a renamed routine', () => {
  test('is the same command, and gets the new name if nobody renamed it', async () => {
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
    expect(modified.map(changesOf)).toEqual([
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
    expect(tags).toEqual([{ warningTag: 'safe' }, { warningTag: 'creates_data' }]);
  });

  test('is recognized even after its body changed', async () => {
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

  test('is not guessed if there are two candidates', async () => {
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

  test('one overload with changed arguments is distinguished from those that stayed', async () => {
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

describe('a dropped routine', () => {
  test('is deleted here on request, its runs are refused with a message, and it is restored with its settings', async () => {
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

  test('each row that can’t be committed says why', async () => {
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
    expect(await commit('update', refundSignature)).toMatch(/Bring it back instead/);
    expect(await commit('addition', refundSignature)).toMatch(/Bring it back instead/);
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
