import { beforeAll, describe, expect, it } from 'vitest';
import { MOST_PINS } from '@/lib/contract/library/pins';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { createGrantedCommands, createOrganizations, ORG_A } from '../support/things/organizations';
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

const pin = (as: string, commandId: number, userId = as) =>
  send('PUT', `/${ORG_A}/kits/${commandId}/users/${userId}/pinned`, { as });
const unpin = (as: string, commandId: number, userId = as) =>
  send('DELETE', `/${ORG_A}/kits/${commandId}/users/${userId}/pinned`, { as });
const list = (as: string, userId = as) => send('GET', `/${ORG_A}/kits/users/${userId}/pinned`, { as });

describe('pinned commands', () => {
  it('are listed the first pinned first, each once, until they are unpinned', async () => {
    expect(await pin(people.creator, second)).toMatchObject({ status: 204 });
    expect((await pin(people.creator, first)).status).toBe(204);
    expect((await pin(people.creator, second)).status).toBe(204);
    expect((await list(people.creator)).body).toMatchObject([
      { kit_id: second, org_id: ORG_A, pinned_at: expect.any(String) },
      { kit_id: first },
    ]);
    expect((await unpin(people.creator, second)).status).toBe(204);
    expect((await list(people.creator)).body).toMatchObject([{ kit_id: first }]);
  });

  it('S14 disappear with the access to the command', async () => {
    expect((await pin(people.runner, first)).status).toBe(204);
    await prisma().command.update({ where: { commandId: first }, data: { deletedAt: new Date() } });
    expect((await list(people.runner)).body).toEqual([]);
    await prisma().command.update({ where: { commandId: first }, data: { deletedAt: null } });
    expect((await list(people.runner)).body).toMatchObject([{ kit_id: first }]);
    expect((await pin(people.runner, second)).status).toBe(404);
  });

  it("are a person's own", async () => {
    expect((await list(people.orgAdmin, people.creator)).status).toBe(403);
    expect((await pin(people.orgAdmin, first, people.creator)).status).toBe(403);
    expect((await unpin(people.orgAdmin, first, people.creator)).status).toBe(403);
    expect((await send('GET', `/${ORG_A}/kits/users/${people.runner}/pinned`)).status).toBe(401);
  });

  it('are limited in number', async () => {
    const { templateId, createdByUserId } = await prisma().command.findUniqueOrThrow({
      where: { commandId: first },
    });
    const commands = await prisma().command.createManyAndReturn({
      data: Array.from({ length: MOST_PINS }, (_, index) => ({
        orgId: ORG_A,
        templateId,
        createdByUserId,
        name: `pinned ${index}`,
      })),
    });
    await prisma().pinnedCommand.createMany({
      data: commands.map(({ commandId }) => ({ orgId: ORG_A, userId: people.orgAdmin, commandId })),
    });
    expect(await pin(people.orgAdmin, first)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('Unpin one first') } },
    });
  });
});
