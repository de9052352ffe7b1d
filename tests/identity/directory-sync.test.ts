import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql, transaction } from '@/server/db';
import { claimSync, holdClaim, noteProgress, releaseFailed } from '@/server/directory/claim';
import { directoryOrgs } from '@/server/directory/first-org';
import { syncDueDirectories } from '@/server/directory/schedule';
import { syncGroups, syncPeople } from '@/server/directory/sync';
import { insertSession } from '@/server/identity/session';
import { prisma } from '@/server/prisma';
import { type ConfiguredApp, configureApp } from '../support/app';
import { type AppDatabase, createAppDatabase } from '../support/database';
import { fillGraph } from '../support/fill-graph';
import { type GraphDouble, startGraphDouble, trustTestAuthority } from '../support/graph-double';
import { send } from '../support/http';

const audit = { actorUserId: null, requestId: null, address: null };
let graph: GraphDouble;
let database: AppDatabase;
let app: ConfiguredApp;
let orgId: string;

const ada = {
  id: 'oid-ada',
  displayName: 'Ada Byron',
  userPrincipalName: 'ada@contoso.example',
  mail: 'ada@contoso.example',
};
const ben = {
  id: 'oid-ben',
  displayName: 'Ben Okri',
  userPrincipalName: 'ben@contoso.example',
  mail: 'ben@contoso.example',
};

beforeAll(async () => {
  trustTestAuthority();
  graph = await startGraphDouble();
  database = await createAppDatabase();
  app = await configureApp(database.url, { ...graph.variables });
});
afterAll(async () => {
  await app.stop();
  await database.drop();
  await graph.close();
});

/** A new organization, and a directory with Ada, who is its admin, and Ben. */
beforeEach(async () => {
  for (const table of [
    'directory_group',
    'directory_person',
    'directory',
    'user_group',
    'session',
    'identity',
    'membership',
    'org_slug',
    'org',
    '"user"',
  ]) {
    await sql.query(`delete from ${table}`);
  }
  graph.directory.clear();
  graph.refusals.length = 0;
  graph.directory.putUser(ada);
  graph.directory.putUser(ben);
  [orgId = ''] = await directoryOrgs(audit);
  graph.received.length = 0;
});

const people = () => syncPeople(orgId, audit);
const groups = () => syncGroups(orgId, audit);
const person = (objectId: string) =>
  prisma().directoryPerson.findUniqueOrThrow({
    where: { orgId_objectId: { orgId, objectId } },
    include: { membership: { include: { user: true } } },
  });
const membersOf = async (name: string) => {
  const rows = await prisma().groupMember.findMany({
    where: { orgId, group: { name } },
    include: { membership: { include: { user: true } } },
  });
  return rows.map(({ membership }) => membership.user.name).sort();
};

describe('people', () => {
  it('are added with their names and addresses, and the admins of the configuration are admins', async () => {
    expect(await people()).toMatchObject({
      state: 'completed',
      additions: 2,
      pending: 2,
      pendingAdditions: 2,
      updates: 0,
    });
    expect((await person(ada.id)).membership).toMatchObject({
      role: 'admin',
      state: 'active',
      user: { name: 'Ada Byron', email: 'ada@contoso.example' },
    });
    expect((await person(ben.id)).membership.role).toBe('member');
    const { userId } = await person(ben.id);
    expect(await prisma().identity.findMany({ where: { userId } })).toMatchObject([{ subject: ben.id }]);
  });

  it('are asked for as Graph describes, in pages, and later only for what changed', async () => {
    graph.directory.largestPage = 1;
    await people();
    await people();
    expect(graph.received[0]).toBe(
      '/v1.0/users/delta?$select=id,displayName,mail,userPrincipalName,accountEnabled',
    );
    expect(graph.received[1]).toMatch(/^\/v1\.0\/users\/delta\?\$skiptoken=/);
    expect(graph.received[2]).toMatch(/^\/v1\.0\/users\/delta\?\$deltatoken=/);
    expect(graph.received).toHaveLength(3);
  });

  it('S55 are changed once, with one audit row each, and a second sync changes nothing', async () => {
    await people();
    graph.directory.putUser({ ...ben, displayName: 'Benjamin Okri', mail: 'benjamin@contoso.example' });
    const before = await prisma().auditEvent.count();
    expect(await people()).toMatchObject({ additions: 0, updates: 1, alreadyAdded: 1 });
    expect((await person(ben.id)).membership.user).toMatchObject({
      name: 'Benjamin Okri',
      email: 'benjamin@contoso.example',
    });
    expect(await prisma().auditEvent.count({ where: { action: 'member.sync_update' } })).toBe(1);
    expect(await prisma().auditEvent.count()).toBe(before + 2);
    expect(await people()).toMatchObject({ additions: 0, updates: 0, deletions: 0, alreadyAdded: 2 });
    expect(await prisma().auditEvent.count()).toBe(before + 2);
  });

  it.each([
    ['deleted', () => graph.directory.removeUser(ben.id)],
    ['disabled', () => graph.directory.putUser({ ...ben, accountEnabled: false })],
  ])(
    'S16 who are %s lose their sessions and tokens at once, and are back with what they had',
    async (_how, remove) => {
      await people();
      const { userId } = await person(ben.id);
      await insertSession(sql, userId, 'entra', { address: null });
      await prisma().accessToken.create({
        data: {
          tokenId: 't',
          tokenHash: Buffer.from('h'),
          userId,
          name: 'T',
          scope: { kind: 'everything' },
          expiresAt: new Date('2100-01-01'),
        },
      });
      remove();
      expect(await people()).toMatchObject({ deletions: 1, pending: 1 });
      expect(await prisma().session.count({ where: { userId } })).toBe(0);
      expect(await prisma().accessToken.count({ where: { userId } })).toBe(0);
      expect((await person(ben.id)).membership.state).toBe('deleted');
      graph.directory.putUser({ ...ben, accountEnabled: true });
      expect(await people()).toMatchObject({ undeletions: 1, additions: 0 });
      expect((await person(ben.id)).userId).toBe(userId);
      expect((await person(ben.id)).membership.state).toBe('active');
    },
  );

  it('who an admin removed stay removed, whatever the directory changes about them', async () => {
    await people();
    const { userId } = await person(ben.id);
    await prisma().membership.update({
      where: { orgId_userId: { orgId, userId } },
      data: { state: 'deleted', stateBeforeRemoval: 'active' },
    });
    graph.directory.putUser({ ...ben, displayName: 'Benjamin' });
    await people();
    expect((await person(ben.id)).membership.state).toBe('deleted');
  });

  it('without an address are added without one; a guest is never given the name that Entra made up', async () => {
    graph.directory.putUser({
      id: 'oid-none',
      displayName: 'No Mail',
      userPrincipalName: 'guest_gmail.com#EXT#@contoso.onmicrosoft.com',
    });
    expect(await people()).toMatchObject({ additions: 3 });
    expect((await person('oid-none')).membership.user.email).toBeNull();
  });

  it('two with one address: the first keeps it, the admin learns of the other, and it moves on when it is free', async () => {
    graph.directory.putUser({ ...ben, id: 'oid-zoe', displayName: 'Zoe Okri' });
    const { notices } = await people();
    expect(notices).toEqual([expect.stringContaining('Zoe Okri has no email address')]);
    expect((await person('oid-zoe')).membership.user.email).toBeNull();
    graph.directory.removeUser(ben.id);
    expect((await people()).notices).toEqual([]);
    expect((await person('oid-zoe')).membership.user.email).toBe(ben.mail);
  });

  it('exchange their addresses', async () => {
    await people();
    graph.directory.putUser({ ...ada, mail: ben.mail });
    graph.directory.putUser({ ...ben, mail: ada.mail });
    await people();
    expect((await person(ada.id)).membership.user.email).toBe(ben.mail);
    expect((await person(ben.id)).membership.user.email).toBe(ada.mail);
  });

  it('who were invited by address become the invited people; who sign in otherwise with it do not', async () => {
    await prisma().user.create({
      data: {
        userId: 'invited',
        name: 'B',
        email: ben.mail,
        memberships: { create: { orgId, state: 'pending' } },
      },
    });
    await prisma().user.create({
      data: {
        userId: 'other',
        name: 'A',
        email: ada.mail,
        identities: { create: { issuer: 'https://id.example', subject: '1' } },
      },
    });
    expect((await people()).notices).toEqual([expect.stringContaining('Ada Byron has no email address')]);
    expect(await person(ben.id)).toMatchObject({ userId: 'invited', membership: { state: 'active' } });
    expect((await person(ada.id)).userId).not.toBe('other');
  });
});

describe('groups', () => {
  it('come with their people, through other groups too, and a renamed group keeps what is shared with it', async () => {
    await people();
    graph.directory.putGroup('gid-ops', 'Operations', [ben.id]);
    graph.directory.putGroup('gid-all', 'Everyone', [ada.id, 'gid-ops']);
    expect(await groups()).toMatchObject({ state: 'completed', additions: 2 });
    expect(await membersOf('Everyone')).toEqual(['Ada Byron', 'Ben Okri']);
    const before = await prisma().group.findFirstOrThrow({ where: { orgId, name: 'Operations' } });
    graph.directory.putGroup('gid-ops', 'Operations West', [ben.id]);
    expect(await groups()).toMatchObject({ additions: 0, updates: 1, alreadyAdded: 1 });
    const after = await prisma().group.findFirstOrThrow({ where: { orgId, name: 'Operations West' } });
    expect(after.groupId).toBe(before.groupId);
    expect(await groups()).toMatchObject({ additions: 0, updates: 0, alreadyAdded: 2 });
  });

  it('S15 who leaves a group of the directory leaves it here; a deleted group is emptied, and comes back as it was', async () => {
    await people();
    graph.directory.putGroup('gid-ops', 'Operations', [ada.id, ben.id]);
    await groups();
    graph.directory.putGroup('gid-ops', 'Operations', [ada.id]);
    expect(await groups()).toMatchObject({ updates: 1 });
    expect(await membersOf('Operations')).toEqual(['Ada Byron']);
    const { groupId } = await prisma().group.findFirstOrThrow({ where: { orgId } });
    graph.directory.removeGroup('gid-ops');
    expect(await groups()).toMatchObject({ deletions: 1 });
    expect(await membersOf('Operations')).toEqual([]);
    graph.directory.putGroup('gid-ops', 'Operations', [ada.id]);
    expect(await groups()).toMatchObject({ undeletions: 1, additions: 0 });
    expect(await prisma().group.findMany({ where: { orgId } })).toMatchObject([{ groupId }]);
  });

  it('with one name are told apart, also from a group made by hand; two exchange their names', async () => {
    await prisma().group.create({ data: { orgId, groupId: 'by-hand', name: 'ops' } });
    graph.directory.putGroup('11111111-aaaa', 'Ops', []);
    graph.directory.putGroup('22222222-bbbb', 'West', []);
    await groups();
    const names = async () =>
      (await prisma().group.findMany({ where: { orgId }, orderBy: { name: 'asc' } })).map(({ name }) => name);
    expect(await names()).toEqual(['Ops (11111111)', 'West', 'ops']);
    graph.directory.putGroup('11111111-aaaa', 'West', []);
    graph.directory.putGroup('22222222-bbbb', 'East', []);
    await groups();
    expect(await names()).toEqual(['East', 'West', 'ops']);
  });

  it('learn of people who come later', async () => {
    graph.directory.putGroup('gid-ops', 'Operations', [ben.id]);
    await groups();
    expect(await membersOf('Operations')).toEqual([]);
    await people();
    expect(await membersOf('Operations')).toEqual(['Ben Okri']);
  });
});

describe('what goes wrong', () => {
  it('a throttled request is repeated after the time that Graph asks for', async () => {
    graph.refusals.push(
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 503, headers: { 'retry-after': '0' } },
    );
    expect(await people()).toMatchObject({ state: 'completed', additions: 2 });
  });

  it('a request for a pause of an hour ends the sync', async () => {
    graph.refusals.push({ status: 429, headers: { 'retry-after': '3600' } });
    expect(await people()).toMatchObject({
      state: 'error.fatal',
      message: expect.stringContaining('limiting requests'),
    });
  });

  it('permissions without consent are named, and the last good state stays', async () => {
    await people();
    graph.directory.removeUser(ben.id);
    graph.refusals.push({ status: 403, code: 'Authorization_RequestDenied' });
    expect(await people()).toMatchObject({
      state: 'error.fatal',
      message: expect.stringContaining('User.Read.All'),
    });
    expect((await person(ben.id)).membership.state).toBe('active');
    expect(await prisma().directory.findFirst()).toMatchObject({
      claim: null,
      failure: expect.stringContaining('consent'),
    });
    expect(await people()).toMatchObject({ deletions: 1 });
    expect(await prisma().directory.findFirst()).toMatchObject({ failure: null });
  });

  it('a delta link that is too old leads to a full read, which notices who is gone', async () => {
    await people();
    graph.directory.removeUser(ben.id, 'deleted');
    graph.directory.expireLinks();
    expect(await people()).toMatchObject({ state: 'completed', deletions: 1, alreadyAdded: 1 });
  });

  it('a directory that suddenly has nobody locks out nobody', async () => {
    await people();
    graph.directory.expireLinks();
    graph.directory.removeUser(ada.id);
    graph.directory.removeUser(ben.id);
    await prisma().directory.updateMany({ data: { usersDeltaLink: null } });
    expect(await people()).toMatchObject({
      state: 'error.fatal',
      message: expect.stringContaining('no people'),
    });
    expect((await person(ada.id)).membership.state).toBe('active');
  });

  it('S34 a link that leads elsewhere is not followed with our token', async () => {
    await people();
    await prisma().directory.updateMany({
      data: { usersDeltaLink: 'https://elsewhere.example/v1.0/users/delta' },
    });
    expect(await people()).toMatchObject({
      state: 'error.fatal',
      message: expect.stringContaining('leads elsewhere'),
    });
  });

  it('a second sync of the organization is refused while one is running, and its progress is shown', async () => {
    const claim = await claimSync(orgId);
    await noteProgress(claim, 340);
    await expect(people()).rejects.toMatchObject({ code: 'conflict' });
    expect(await prisma().directory.findFirst()).toMatchObject({ readCount: 340 });
    await releaseFailed(claim, 'ended');
    expect(await people()).toMatchObject({ state: 'completed' });
  });

  it('S59 a sync that another one has taken over stores nothing', async () => {
    const claim = await claimSync(orgId);
    await prisma().directory.updateMany({ data: { claim: 'another' } });
    await expect(transaction((tx) => holdClaim(tx, claim))).rejects.toMatchObject({ code: 'conflict' });
  });

  it('S59 a sync that died is taken over, and can then store nothing', async () => {
    await prisma().directory.updateMany({
      data: { claim: 'dead', progressAt: new Date(Date.now() - 3_600_000) },
    });
    expect(await people()).toMatchObject({ state: 'completed', additions: 2 });
  });
});

describe('by request', () => {
  const as = async (objectId: string) => {
    const { userId } = await person(objectId);
    return {
      headers: {
        cookie: `pushboard_session=${await insertSession(sql, userId, 'entra', { address: null })}`,
        origin: 'http://localhost:3000',
      },
    };
  };

  it('admins sync people and groups, and see when; members may not', async () => {
    await people();
    const admin = await as(ada.id);
    graph.directory.putGroup('gid-ops', 'Operations', [ben.id]);
    expect(await send('POST', `/${orgId}/sync/ad_users`, admin)).toMatchObject({
      status: 200,
      body: { state: 'completed', additions: 0, already_added: 2, pending: 2, pending_additions: 0 },
    });
    expect(await send('POST', `/${orgId}/sync/ad_groups`, admin)).toMatchObject({
      status: 200,
      body: { additions: 1 },
    });
    expect(await send('GET', `/${orgId}/sync/ad_status`, admin)).toMatchObject({
      status: 200,
      body: { read_count: null, users_synced_at: expect.any(String), failure: null },
    });
    expect(await send('POST', `/${orgId}/sync/ad_users`, await as(ben.id))).toMatchObject({ status: 403 });
  });

  it('a synced group is changed in the directory, not here', async () => {
    await people();
    graph.directory.putGroup('gid-ops', 'Operations', []);
    await groups();
    const { groupId } = await prisma().group.findFirstOrThrow({ where: { orgId } });
    const admin = await as(ada.id);
    const rename = () => send('PATCH', `/${orgId}/groups/${groupId}`, { ...admin, body: { name: 'Mine' } });
    expect(await rename()).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('comes from the directory') } },
    });
    graph.directory.removeGroup('gid-ops');
    await groups();
    expect(await rename()).toMatchObject({ status: 200, body: { directory: 'deleted' } });
  });

  it('AD Admin Emails make admins at once, by mail or sign-in name, and roles are not set by hand', async () => {
    await people();
    const admin = await as(ada.id);
    const save = (adAdminEmails: string[]) =>
      send('PATCH', `/${orgId}/org`, { ...admin, body: { adAdminEmails } });
    expect(await save(['ADA@contoso.example', 'ben@contoso.example'])).toMatchObject({
      status: 200,
      body: { ad_admin_emails: ['ADA@contoso.example', 'ben@contoso.example'] },
    });
    expect((await person(ben.id)).membership.role).toBe('admin');
    expect(await prisma().auditEvent.count({ where: { action: 'org.ad_admins' } })).toBe(1);
    const { userId } = await person(ben.id);
    expect(
      await send('PATCH', `/${orgId}/members/${userId}`, { ...admin, body: { role: 'member' } }),
    ).toMatchObject({ status: 409 });
    expect(await save(['nobody@contoso.example'])).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('No person of the directory') } },
    });
    expect(await save(['not an address'])).toMatchObject({ status: 400 });
  });

  it('S09 nobody takes the admin role from themselves by the list', async () => {
    await people();
    const body = { adAdminEmails: ['ben@contoso.example'] };
    expect(await send('PATCH', `/${orgId}/org`, { ...(await as(ada.id)), body })).toMatchObject({
      status: 409,
    });
    expect((await person(ada.id)).membership.role).toBe('admin');
    expect((await person(ben.id)).membership.role).toBe('member');
  });

  it('people of the directory are pending until they sign in, and keep their names', async () => {
    await people();
    const { body } = await send('GET', `/${orgId}/members`, await as(ada.id));
    expect(body).toMatchObject([
      { name: 'Ada Byron', is_pending_to_pushboard: true, is_pending_to_org: false },
      { name: 'Ben Okri', is_pending_to_pushboard: true, is_pending_to_org: false },
    ]);
  });
});

it('a thousand people and a hundred groups are synced twice, and the second time nothing changes', async () => {
  fillGraph(graph.directory, 1000, 100, 40);
  expect(await people()).toMatchObject({ additions: 1001 + 2, updates: 0 });
  expect(await groups()).toMatchObject({ additions: 100, updates: 0 });
  const audits = await prisma().auditEvent.count();
  expect(await people()).toMatchObject({ additions: 0, updates: 0, deletions: 0, undeletions: 0 });
  expect(await groups()).toMatchObject({ additions: 0, updates: 0, deletions: 0, alreadyAdded: 100 });
  graph.directory.expireLinks();
  expect(await people()).toMatchObject({ additions: 0, updates: 0, deletions: 0, alreadyAdded: 1003 });
  expect(await groups()).toMatchObject({ additions: 0, updates: 0, deletions: 0, alreadyAdded: 100 });
  expect(await prisma().auditEvent.count()).toBe(audits);
});

it('a worker syncs what is due, creates the first organization on the way, and repeats a failure later', async () => {
  const { signal } = new AbortController();
  await syncDueDirectories(signal);
  expect(await prisma().directoryPerson.count({ where: { orgId } })).toBe(2);
  const requests = graph.received.length;
  await syncDueDirectories(signal);
  expect(graph.received).toHaveLength(requests);
  await prisma().directory.updateMany({ data: { usersSyncedAt: new Date(Date.now() - 3_700_000) } });
  graph.refusals.push({ status: 403 });
  await syncDueDirectories(signal);
  expect(await prisma().directory.findFirst()).toMatchObject({ failure: null });
});
