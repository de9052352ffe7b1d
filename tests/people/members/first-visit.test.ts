import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { firstVisitOf } from '@/server/people/first-visit/tour';
import { unsafeActorOfUserId } from '@/server/people/sign-in/session';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import {
  createEndedRun,
  createGrantedCommands,
  createOrganizations,
  ORG_A,
  ORG_B,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();

const steps = async (orgId: string, as: string) => (await send('GET', `/${orgId}/first-steps`, { as })).body;

async function visitOf(userId: string) {
  const person = await unsafeActorOfUserId(userId);
  if (person.kind !== 'person') throw new Error(`${userId} is nobody`);
  return firstVisitOf(person, ORG_A);
}

beforeAll(async () => {
  await createOrganizations();
});

describe('the first steps', () => {
  it('are checked off by what is there, no matter who did it', async () => {
    expect(await steps(ORG_A, people.orgAdmin)).toMatchObject({ has_connection: false, kit_id: null });
    const { command } = await createGrantedCommands();
    await createEndedRun(ORG_A, command, people.runner);
    expect(await steps(ORG_A, people.orgAdmin)).toEqual({
      has_connection: true,
      has_command: true,
      has_run: true,
      has_colleague: true,
      has_shared: true,
      kit_id: expect.any(Number),
    });
    expect(await steps(ORG_B, people.orgAdminB)).toMatchObject({ has_run: false, has_shared: false });
  });

  it('lead to the newest command that only reads', async () => {
    const commands = await prisma().command.findMany({
      where: { orgId: ORG_A },
      orderBy: { commandId: 'asc' },
    });
    const [oldest] = commands;
    if (oldest === undefined) throw new Error('The organization has no command');
    const newest = commands.at(-1);
    expect(await steps(ORG_A, people.orgAdmin)).toMatchObject({ kit_id: newest?.commandId });
    const templateIds = commands.map(({ templateId }) => templateId).filter((id) => id !== oldest.templateId);
    const { updateMany } = prisma().template;
    await updateMany({ where: { templateId: { in: templateIds } }, data: { warningTag: 'updates_data' } });
    await updateMany({ where: { templateId: oldest.templateId }, data: { warningTag: 'safe' } });
    const reading = commands.findLast(({ templateId }) => templateId === oldest.templateId);
    expect(await steps(ORG_A, people.orgAdmin)).toMatchObject({ kit_id: reading?.commandId });
  });

  it('are shown to an admin until they close them, and to nobody else', async () => {
    expect(await visitOf(people.runner)).toMatchObject({ showsFirstSteps: false });
    expect(await visitOf(people.orgAdmin)).toMatchObject({ showsFirstSteps: true });
    expect((await send('DELETE', `/${ORG_A}/first-steps`, { as: people.orgAdmin })).status).toBe(204);
    expect(await visitOf(people.orgAdmin)).toMatchObject({ showsFirstSteps: false });
    expect((await send('DELETE', `/${ORG_A}/first-steps`, { as: people.runner })).status).toBe(403);
  });
});

describe('the tour', () => {
  it('starts by itself until it was seen', async () => {
    expect(await visitOf(people.runner)).toMatchObject({ startsTour: true });
    expect((await send('POST', '/users/me/tour', { as: people.runner })).status).toBe(204);
    expect(await visitOf(people.runner)).toMatchObject({ startsTour: false });
    const { tourEndedAt } = await prisma().user.findUniqueOrThrow({ where: { userId: people.runner } });
    await send('POST', '/users/me/tour', { as: people.runner });
    const again = await prisma().user.findUniqueOrThrow({ where: { userId: people.runner } });
    expect(again.tourEndedAt).toEqual(tourEndedAt);
  });
});
