import { beforeAll, describe, expect, it } from 'vitest';
import { MOST_PRESETS } from '@/lib/contract/command/presets';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { numberIn, send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();
const source = withSource(
  'create function orders(country text, lim integer, note text) returns text language sql as $$ select country $$',
  createOrganizations,
);

let orders: MadeCommand;
beforeAll(async () => {
  await createGrantedCommands();
  orders = await commit(source, 'public.orders(text, integer, text)');
  await prisma().commandUserGrant.createMany({
    data: [
      { orgId: ORG_A, commandId: orders.commandId, userId: people.engineer, role: 'admin' },
      { orgId: ORG_A, commandId: orders.commandId, userId: people.runner, role: 'runner' },
    ],
    skipDuplicates: true,
  });
});

const path = (presetId?: number) =>
  `/${ORG_A}/kits/${orders.commandId}/presets${presetId === undefined ? '' : `/${presetId}`}`;
const create = (as: string, body: object) => send('POST', path(), { as, body });
const list = async (as: string) => (await send('GET', path(), { as })).body as { name: string }[];
const namesFor = async (as: string) => (await list(as)).map(({ name }) => name);

async function setInput(key: string, data: { hidden?: boolean; locked?: boolean }): Promise<void> {
  await prisma().commandInput.updateMany({
    where: { commandId: orders.commandId, templateInput: { key } },
    data,
  });
}

describe('presets', () => {
  it("are one's own until an engineer shares them", async () => {
    const mine = await create(people.runner, { name: 'Mine', runrams: { country: 'DE', lim: 3 } });
    expect(mine).toMatchObject({
      status: 201,
      body: {
        name: 'Mine',
        is_shared: false,
        is_mine: true,
        may_change: true,
        runrams: { country: 'DE', lim: 3 },
      },
    });
    expect(await namesFor(people.engineer)).toEqual([]);
    const refused = await create(people.runner, { name: 'Ours', runrams: {}, isShared: true });
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { message: "Only the command's engineers can share presets." } },
    });
    const shared = await create(people.engineer, { name: 'Ours', runrams: { lim: 9 }, isShared: true });
    expect(await list(people.runner)).toMatchObject([
      { name: 'Mine', may_change: true },
      { name: 'Ours', may_change: false, is_mine: false, runrams: { lim: 9 } },
    ]);
    const sharedId = numberIn(shared, 'preset_id');
    expect((await send('PATCH', path(sharedId), { as: people.runner, body: { name: 'X' } })).status).toBe(
      403,
    );
    expect((await send('DELETE', path(sharedId), { as: people.runner })).status).toBe(403);
    const others = numberIn(mine, 'preset_id');
    expect((await send('PATCH', path(others), { as: people.engineer, body: { name: 'X' } })).status).toBe(
      404,
    );
    expect((await send('DELETE', path(others), { as: people.engineer })).status).toBe(404);
  });

  it('are renamed, filled with other values, shared, and deleted', async () => {
    const presetId = numberIn(
      await create(people.engineer, { name: 'Draft', runrams: { lim: 1 } }),
      'preset_id',
    );
    const changed = await send('PATCH', path(presetId), {
      as: people.engineer,
      body: { name: 'Final', runrams: { lim: 2 }, isShared: true },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Final', is_shared: true, runrams: { lim: 2 } },
    });
    expect((await send('DELETE', path(presetId), { as: people.orgAdmin })).status).toBe(204);
    expect(await namesFor(people.engineer)).not.toContain('Final');
    expect((await send('DELETE', path(presetId), { as: people.orgAdmin })).status).toBe(404);
  });

  it('have one name each, and are limited in number', async () => {
    expect(await create(people.runner, { name: 'MINE', runrams: {} })).toMatchObject({
      status: 409,
      body: { error: { message: 'There is already a preset named "MINE". Choose another name.' } },
    });
    await prisma().preset.createMany({
      data: Array.from({ length: MOST_PRESETS }, (_, index) => ({
        orgId: ORG_A,
        commandId: orders.commandId,
        ownerUserId: people.folderRunner,
        name: `P${index}`,
        values: '{}',
      })),
    });
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId: orders.commandId, userId: people.folderRunner, role: 'runner' },
    });
    expect((await create(people.folderRunner, { name: 'More', runrams: {} })).status).toBe(409);
  });

  it('S19 never hold a value that the person may not fill in, and stop showing one that is hidden since', async () => {
    await setInput('note', { hidden: true });
    const refused = await create(people.engineer, { name: 'Hidden', runrams: { note: 'x', lim: 1 } });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: 'runrams.note' }] } },
    });
    const saved = await create(people.engineer, { name: 'Was open', runrams: { country: 'DE', lim: 4 } });
    expect(saved.status).toBe(201);
    await setInput('country', { locked: true });
    const found = (await list(people.engineer)).find(({ name }) => name === 'Was open');
    expect(found).toMatchObject({ runrams: { lim: 4 } });
    expect(JSON.stringify(found)).not.toContain('DE');
    expect((await create(people.engineer, { name: 'Unknown', runrams: { other: 1 } })).status).toBe(400);
  });

  it('refuse more than they can hold', async () => {
    const large = await create(people.runner, { name: 'Large', runrams: { lim: 'x'.repeat(100_001) } });
    expect(large.status).toBe(413);
  });
});
