import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { createGrantedCommands, createOrganizations, ORG_A, ORG_B } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();

let first: number;
let second: number;

beforeAll(async () => {
  await createOrganizations();
  const made = await createGrantedCommands();
  first = made.command.commandId;
  second = made.other.commandId;
});

const note = (as: string, commandId: number, source = 'view', userId = as) =>
  send('POST', `/${ORG_A}/kits/${commandId}/users/${userId}/recent`, { as, body: { source } });

const list = (as: string, userId = as) =>
  send('GET', `/${ORG_A}/kits/users/${userId}/recent?filter=is_deleted:False&sortDesc=last_viewed`, { as });

describe('recent commands', () => {
  it('are listed the latest first, each once', async () => {
    expect(await note(people.creator, first)).toMatchObject({ status: 204 });
    await note(people.creator, second);
    await note(people.creator, first, 'share');
    expect((await list(people.creator)).body).toMatchObject([
      { kit_id: first, name: 'cmd1', source: 'share', is_cmd: true, uok_id: expect.any(Number) },
      { kit_id: second, name: 'cmd2', source: 'view' },
    ]);
  });

  it('S14 disappear with the access to the command', async () => {
    await note(people.runner, first);
    await prisma().command.update({ where: { commandId: first }, data: { deletedAt: new Date() } });
    expect((await list(people.runner)).body).toEqual([]);
    await prisma().command.update({ where: { commandId: first }, data: { deletedAt: null } });
    expect((await list(people.runner)).body).toMatchObject([{ kit_id: first }]);
    expect((await note(people.runner, second)).status).toBe(404);
  });

  it('of another organization are listed in each of the own ones, as long as they are granted', async () => {
    expect((await note(people.outsider, first)).status).toBe(204);
    const inOwn = () =>
      send('GET', `/${ORG_B}/kits/users/${people.outsider}/recent?filter=is_deleted:False`, {
        as: people.outsider,
      });
    expect((await inOwn()).body).toMatchObject([{ kit_id: first, org_id: ORG_A, name: 'cmd1' }]);
    const grant = { orgId: ORG_A, commandId: first, userId: people.outsider };
    await prisma().commandUserGrant.deleteMany({ where: grant });
    expect((await inOwn()).body).toEqual([]);
    await prisma().commandUserGrant.create({ data: { ...grant, role: 'runner' } });
    expect((await inOwn()).body).toHaveLength(1);
    // Its own organization's other members see nothing of it.
    const theirs = await send('GET', `/${ORG_B}/kits/users/${people.orgAdminB}/recent`, {
      as: people.orgAdminB,
    });
    expect(theirs.body).toEqual([]);
  });

  it('are visible only to their own person', async () => {
    expect((await list(people.orgAdmin, people.creator)).status).toBe(403);
    expect((await note(people.orgAdmin, first, 'view', people.creator)).status).toBe(403);
    expect((await send('GET', `/${ORG_A}/kits/users/${people.runner}/recent`)).status).toBe(401);
    expect((await note(people.runner, first, 'guess')).status).toBe(400);
  });
});
