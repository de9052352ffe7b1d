import { beforeAll, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '@/tests/support/app/app';
import { send } from '@/tests/support/app/http';
import { createGrantedCommands, createOrganizations, ORG_A } from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';

withApp();

const DAY_MS = 86_400_000;

let granted: number;
let other: number;

beforeAll(async () => {
  await createOrganizations();
  const made = await createGrantedCommands();
  granted = made.command.commandId;
  other = made.other.commandId;
});

const home = async (as: string) => (await send('GET', `/${ORG_A}/home`, { as })).body;

/** So many runs of a day, as the worker counts them. */
async function counted(
  commandId: number,
  runs: number,
  daysAgo: number,
  trigger: 'person' | 'dropdown' = 'person',
) {
  const { templateId } = await prisma().command.findUniqueOrThrow({ where: { commandId } });
  const day = Math.floor(Date.now() / DAY_MS) - daysAgo;
  await prisma().commandFigure.create({
    data: {
      orgId: ORG_A,
      span: 'day',
      slotAt: new Date(day * DAY_MS),
      commandId,
      templateId,
      trigger,
      outcome: 'success',
      runs,
    },
  });
}

it('leads to pinned commands, in the order in which they were pinned', async () => {
  await prisma().pinnedCommand.createMany({
    data: [
      { orgId: ORG_A, userId: people.orgAdmin, commandId: other, pinnedAt: new Date('2026-01-01') },
      { orgId: ORG_A, userId: people.orgAdmin, commandId: granted, pinnedAt: new Date('2026-01-02') },
    ],
  });
  expect(await home(people.orgAdmin)).toMatchObject({ pinned: [{ kit_id: other }, { kit_id: granted }] });
  expect(await home(people.runner)).toMatchObject({ pinned: [] });
});

it('names what was shared with a person themselves until they open it', async () => {
  expect(await home(people.runner)).toMatchObject({ shared: [{ kit_id: granted }] });
  await prisma().recentCommand.create({
    data: {
      orgId: ORG_A,
      userId: people.runner,
      commandId: granted,
      source: 'view',
      lastViewedAt: new Date(),
    },
  });
  expect(await home(people.runner)).toMatchObject({ shared: [] });
});

it('names a folder that was shared with a person as a folder, and the last share first, until they open a command of it', async () => {
  const { folderId } = await prisma().folder.create({ data: { orgId: ORG_A, name: 'Billing' } });
  const share = (path: string, userId: string) =>
    send('POST', `/${ORG_A}/${path}/share`, {
      as: people.orgAdmin,
      body: { recipients: [{ userId, newKitDirRole: 'runner' }], skipTheSending: true },
    });
  await share(`kits/${other}`, people.member);
  await share(`kits/${granted}`, people.member);
  await share(`directories/${folderId}`, people.member);
  expect(await home(people.member)).toMatchObject({ shared_directories: [] });

  const { templateId } = await prisma().command.findUniqueOrThrow({ where: { commandId: granted } });
  const common = { orgId: ORG_A, templateId, folderId, createdByUserId: people.orgAdmin };
  const [first] = await prisma().command.createManyAndReturn({
    data: [
      { ...common, name: 'invoice' },
      { ...common, name: 'refund' },
      { ...common, name: 'hidden', isHidden: true },
    ],
  });
  expect(await home(people.member)).toMatchObject({
    shared: [{ kit_id: granted, shared_at: expect.any(String) }, { kit_id: other }],
    shared_directories: [{ directory_id: folderId, name: 'Billing', kit_count: 2 }],
  });
  expect(await home(people.orgAdmin)).toMatchObject({ shared_directories: [] });

  await prisma().recentCommand.create({
    data: { orgId: ORG_A, userId: people.member, commandId: first?.commandId ?? 0, source: 'view' },
  });
  expect(await home(people.member)).toMatchObject({ shared_directories: [] });
  await prisma().command.deleteMany({ where: { folderId } });
});

it('suggests some commands while nothing is used', async () => {
  expect(await home(people.runner)).toMatchObject({ most_used: [], suggested: [{ kit_id: granted }] });
});

it('has the library in the same order by use', async () => {
  await counted(other, 4, 2);
  await counted(other, 90, 40);
  await counted(granted, 60, 2, 'dropdown');
  const idsBy = async (more: string) =>
    (
      (await send('GET', `/${ORG_A}/skinny-kits?${more}`, { as: people.orgAdmin })).body as {
        kit_id: number;
      }[]
    )
      .map(({ kit_id }) => kit_id)
      .slice(0, 2);
  expect((await idsBy('sortDesc=recent_runs'))[0]).toBe(other);
  await counted(granted, 5, 3);
  expect(await idsBy('sortDesc=recent_runs')).toEqual([granted, other]);
  expect(await idsBy('sortDesc=recent_runs&page=0&per_page=1')).toEqual([granted]);
  await prisma().commandFigure.deleteMany({ where: { orgId: ORG_A } });
});

it('S14 names what is used most in 30 days, of what the person has: without dropdowns, hidden and deleted commands', async () => {
  const { templateId, createdByUserId } = await prisma().command.findUniqueOrThrow({
    where: { commandId: granted },
  });
  const common = { orgId: ORG_A, templateId, createdByUserId };
  const unlisted = await prisma().command.createManyAndReturn({
    data: [
      { ...common, name: 'hidden', isHidden: true },
      { ...common, name: 'deleted', deletedAt: new Date() },
    ],
  });
  for (const { commandId } of unlisted) await counted(commandId, 50, 1);
  await counted(granted, 3, 1);
  await counted(granted, 4, 29);
  await counted(granted, 100, 31);
  await counted(granted, 100, 1, 'dropdown');
  await counted(other, 9, 2);
  expect(await home(people.orgAdmin)).toMatchObject({
    most_used: [
      { kit_id: other, runs: 9 },
      { kit_id: granted, runs: 7 },
    ],
  });
  expect(await home(people.runner)).toMatchObject({
    most_used: [{ kit_id: granted, runs: 7 }],
    suggested: [],
  });
});

it('says whether the organization is connected to anything', async () => {
  expect(await home(people.runner)).toMatchObject({ has_connection: true });
  await prisma().credential.updateMany({ where: { orgId: ORG_A }, data: { deletedAt: new Date() } });
  expect(await home(people.runner)).toMatchObject({ has_connection: false });
});
