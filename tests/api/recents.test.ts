import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/prisma';
import { withApp } from '../support/app';
import { send } from '../support/http';
import { createGrantedCommands, createOrganizations, ORG_A } from '../support/organizations';
import { people } from '../support/people';

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

  it('are visible only to their own person', async () => {
    expect((await list(people.orgAdmin, people.creator)).status).toBe(403);
    expect((await note(people.orgAdmin, first, 'view', people.creator)).status).toBe(403);
    expect((await send('GET', `/${ORG_A}/kits/users/${people.runner}/recent`)).status).toBe(401);
    expect((await note(people.runner, first, 'guess')).status).toBe(400);
  });
});
