import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { numberIn, send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { runSync } from '../support/things/runs';

withApp();
const source = withSource(
  'create function orders(lim integer, word text) returns table (id integer) language sql as $$ select lim $$',
  createOrganizations,
);
withWorker();

let orders: MadeCommand;
beforeAll(async () => {
  await createGrantedCommands();
  orders = await commit(source, 'public.orders(integer, text)');
});

async function duplicate({ commandId }: MadeCommand, name: string, as: string = people.orgAdmin) {
  return send('POST', `/${ORG_A}/kits/${commandId}/duplicate`, { as, body: { name } });
}

const inputsOf = (commandId: number) =>
  prisma().commandInput.findMany({
    where: { commandId },
    orderBy: { position: 'asc' },
    omit: { inputId: true, commandId: true },
  });

describe('a duplicate', () => {
  it('is configured like the original, runs by itself, and remembers where it is from', async () => {
    const [first] = await prisma().commandInput.findMany({
      where: { commandId: orders.commandId },
      orderBy: { position: 'asc' },
    });
    await send('PATCH', `/${ORG_A}/kits/${orders.commandId}/li-inputs/${first?.inputId}`, {
      as: people.orgAdmin,
      body: { displayValue: 'How many', defaultValue: 7, note: 'At most 10' },
    });
    const inputChecks = [{ left: 'lim', test: 'is_different', right: 'word', message: 'They must differ' }];
    await send('PATCH', `/${ORG_A}/kits/${orders.commandId}`, {
      as: people.orgAdmin,
      body: { description: 'Lists orders', dbExecuteInTransaction: false, inputChecks, chartFirst: true },
    });
    await runSync(orders, { lim: 1, word: '' });
    const answer = await duplicate(orders, 'Orders Copy');
    expect(answer).toMatchObject({ status: 200, body: { org_id: ORG_A } });
    const commandId = numberIn(answer, 'kit_id');
    expect(await inputsOf(commandId)).toEqual(await inputsOf(orders.commandId));
    const { body } = await send('GET', `/${ORG_A}/deep-kits-6/${commandId}`, { as: people.orgAdmin });
    expect(body).toMatchObject({
      name: 'Orders Copy',
      og_kit_id: orders.commandId,
      is_copycat_kit: false,
      visibility: 'org',
      description: 'Lists orders',
      db_execute_in_transaction: false,
      input_checks: inputChecks,
      chart_first: true,
      anchor_ol: {
        ol_id: orders.templateId,
        kit_run_schema: [{ default_value: 7, display_value: 'How many' }, {}],
      },
    });
    expect(await runSync({ ...orders, commandId }, { lim: 7, word: 'x' }, people.orgAdmin)).toMatchObject({
      body: { status: 'success', payload: { rows: [[7]] } },
    });
    const columns = await send('GET', `/${ORG_A}/kits/${commandId}/ols/${orders.templateId}/output-cols`, {
      as: people.orgAdmin,
    });
    expect(columns.body).toMatchObject([{ path: 'id' }]);
  });

  it('is its maker’s alone, and neither public nor shared', async () => {
    await prisma().command.update({ where: { commandId: orders.commandId }, data: { visibility: 'public' } });
    const commandId = numberIn(await duplicate(orders, 'Mine', people.engineer), 'kit_id');
    expect(await prisma().command.findUniqueOrThrow({ where: { commandId } })).toMatchObject({
      visibility: 'org',
      createdByUserId: people.engineer,
      originCommandId: orders.commandId,
    });
    expect(await prisma().commandUserGrant.count({ where: { commandId } })).toBe(0);
  });

  it('stays in the folder only for an engineer of the folder', async () => {
    const folder = await prisma().folder.create({ data: { orgId: ORG_A, name: 'Of admins' } });
    await prisma().command.update({
      where: { commandId: orders.commandId },
      data: { folderId: folder.folderId },
    });
    const folderOf = async (as: string) => {
      const commandId = numberIn(await duplicate(orders, 'Placed', as), 'kit_id');
      return (await prisma().command.findUniqueOrThrow({ where: { commandId } })).folderId;
    };
    expect(await folderOf(people.orgAdmin)).toBe(folder.folderId);
    expect(await folderOf(people.engineer)).toBeNull();
  });

  it('needs a name, and an engineer', async () => {
    expect(await duplicate(orders, ' ')).toMatchObject({ status: 400 });
    expect(await duplicate(orders, 'X', people.member)).toMatchObject({ status: 403 });
  });
});
