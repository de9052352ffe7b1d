import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import {
  createCommand,
  createCredential,
  createOrganizations,
  ORG_A,
  ORG_B,
} from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();

let credentialId: number;

beforeAll(async () => {
  await createOrganizations();
  credentialId = await createCredential(ORG_A);
});
afterEach(() => vi.restoreAllMocks());

/** Adds some commands with a folder, grants, and a run each. */
async function grow(from: number, count: number): Promise<void> {
  for (let number = from; number < from + count; number += 1) {
    const { commandId, templateId } = await createCommand(ORG_A, people.creator, credentialId, {
      friendlyName: `grown_${number}`,
    });
    const { folderId } = await prisma().folder.create({ data: { orgId: ORG_A, name: `Folder ${number}` } });
    await prisma().command.update({ where: { commandId }, data: { folderId } });
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId, userId: people.runner, role: 'runner' },
    });
    await prisma().recentCommand.create({
      data: { orgId: ORG_A, commandId, userId: people.runner, source: 'view' },
    });
    await prisma().run.create({
      data: { orgId: ORG_A, commandId, templateId, startedByUserId: people.runner, params: '{}' },
    });
  }
}

/** The statements that one request sends to the database. */
async function statementsOf(target: string, as: string): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const { status } = await send('GET', target, { as });
  expect(status).toBe(200);
  const statements = query.mock.calls.map(([statement]) => JSON.stringify(statement));
  query.mockRestore();
  return statements;
}

const queriesOf = async (target: string): Promise<number> =>
  (await statementsOf(target, people.runner)).length;

describe('a list takes as many queries for many rows as for few', () => {
  const targets = [
    `/${ORG_A}/skinny-kits?filter=is_hidden:false`,
    `/${ORG_A}/skinny-kits?people=brief`,
    `/${ORG_A}/skinny-kits?page=0&per_page=200`,
    `/${ORG_A}/skinny-kits-diff/${people.creator}`,
    `/${ORG_A}/members`,
    `/${ORG_A}/groups`,
    `/${ORG_A}/changelog`,
    `/${ORG_A}/directories?sort=name`,
    `/${ORG_A}/directories?only=names`,
    `/${ORG_A}/kits/users/${people.runner}/recent`,
    `/${ORG_A}/skinny-runs?max_possible_count=10000&filter=search:contains:grown`,
  ];

  it('of commands, folders, recents, and runs', async () => {
    await grow(0, 2);
    // The first request of each also opens connections.
    for (const target of targets) await queriesOf(target);
    const few = [];
    for (const target of targets) few.push(await queriesOf(target));
    await grow(2, 20);
    const many = [];
    for (const target of targets) many.push(await queriesOf(target));
    expect(many).toEqual(few);
    expect(Math.max(...many)).toBeLessThan(12);
  });
});

describe('a list asks only for what its caller may have', () => {
  const library = `/${ORG_A}/skinny-kits?filter=is_hidden:false&people=brief`;
  const withSummaries = (statements: string[]) =>
    statements.filter((text) => text.includes('last_run_at')).length;

  it('of commands of other organizations, if the person has any', async () => {
    for (const as of [people.runner, people.orgAdmin]) {
      expect(withSummaries(await statementsOf(library, as))).toBe(1);
    }
    const commandId = await createElsewhere();
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_B, commandId, userId: people.runner, role: 'runner' },
    });
    expect(withSummaries(await statementsOf(library, people.runner))).toBe(2);
  });

  it('of people outside the organization, if one of them has a grant', async () => {
    const outsiders = (statements: string[]) =>
      statements.filter((text) => text.includes('known.is_name_known')).length;
    const { commandId } = await createCommand(ORG_A, people.runner, credentialId, { friendlyName: 'shown' });
    for (const target of [library, `/${ORG_A}/tiny-kits/${commandId}`, `/${ORG_A}/directories?sort=name`]) {
      expect([target, outsiders(await statementsOf(target, people.orgAdmin))]).toEqual([target, 0]);
    }
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId, userId: people.outsider, role: 'runner' },
    });
    expect(outsiders(await statementsOf(library, people.orgAdmin))).toBe(1);
  });
});

async function createElsewhere(): Promise<number> {
  const elsewhere = await createCredential(ORG_B);
  const { commandId } = await createCommand(ORG_B, people.orgAdminB, elsewhere, { friendlyName: 'far' });
  return commandId;
}

/** Adds some people who have one command and one folder, directly and by a group each. */
async function growPeople(from: number, count: number, commandId: number, folderId: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  const orgId = ORG_A;
  const userId = (number: number) => `demo-grown-${number}`;
  const groupId = (number: number) => `group-grown-${number}`;
  const db = prisma();
  await db.user.createMany({
    data: numbers.map((number) => ({ userId: userId(number), name: `Grown ${number}` })),
  });
  await db.membership.createMany({ data: numbers.map((number) => ({ orgId, userId: userId(number) })) });
  await db.group.createMany({
    data: numbers.map((number) => ({ orgId, groupId: groupId(number), name: `Group ${number}` })),
  });
  await db.groupMember.createMany({
    data: numbers.map((number) => ({ orgId, groupId: groupId(number), userId: userId(number) })),
  });
  const role = 'runner' as const;
  await db.commandUserGrant.createMany({
    data: numbers.map((number) => ({ orgId, commandId, userId: userId(number), role })),
  });
  await db.folderUserGrant.createMany({
    data: numbers.map((number) => ({ orgId, folderId, userId: userId(number), role })),
  });
  await db.commandGroupGrant.createMany({
    data: numbers.map((number) => ({ orgId, commandId, groupId: groupId(number), role })),
  });
  await db.folderGroupGrant.createMany({
    data: numbers.map((number) => ({ orgId, folderId, groupId: groupId(number), role })),
  });
}

describe('the list of people with access takes as many queries for many people as for few', () => {
  it('of a command, a folder, one person, and a search', async () => {
    const { commandId } = await createCommand(ORG_A, people.runner, credentialId, {
      friendlyName: 'of_many',
    });
    const { folderId } = await prisma().folder.create({ data: { orgId: ORG_A, name: 'Of many' } });
    await prisma().command.update({ where: { commandId }, data: { folderId } });
    await growPeople(0, 2, commandId, folderId);
    const asked = [
      `/${ORG_A}/kits/${commandId}/users`,
      `/${ORG_A}/directories/${folderId}`,
      `/${ORG_A}/kits/${commandId}/users/demo-grown-1/access`,
      `/${ORG_A}/directories/${folderId}/users/demo-grown-1/access`,
      `/${ORG_A}/recipients?search=grown`,
      `/${ORG_A}/members`,
      `/${ORG_A}/groups`,
    ];
    for (const target of asked) await queriesOf(target);
    const few = [];
    for (const target of asked) few.push(await queriesOf(target));
    await growPeople(2, 60, commandId, folderId);
    const many = [];
    for (const target of asked) many.push(await queriesOf(target));
    expect(many).toEqual(few);
    expect(Math.max(...many)).toBeLessThan(12);
  });
});
