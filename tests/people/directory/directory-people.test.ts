import { describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { insertSession } from '@/server/people/sign-in/session';
import { withDirectory } from '../../support/doubles/directory-app';
import { ada, ben } from '../../support/doubles/graph-double';

const directory = withDirectory();

describe('people', () => {
  it('are added with their names and addresses, and the admins of the configuration are admins', async () => {
    expect(await directory.syncPeople()).toMatchObject({
      state: 'completed',
      additions: 2,
      pending: 2,
      pendingAdditions: 2,
      updates: 0,
    });
    expect((await directory.person(ada.id)).membership).toMatchObject({
      role: 'admin',
      state: 'active',
      user: { name: 'Ada Byron', email: 'ada@contoso.example' },
    });
    expect((await directory.person(ben.id)).membership.role).toBe('member');
    const { userId } = await directory.person(ben.id);
    expect(await prisma().identity.findMany({ where: { userId } })).toMatchObject([{ subject: ben.id }]);
  });

  it('are asked for as Graph describes, in pages, and later only for what changed', async () => {
    directory.graph.directory.largestPage = 1;
    await directory.syncPeople();
    await directory.syncPeople();
    expect(directory.graph.received[0]).toBe(
      '/v1.0/users/delta?$select=id,displayName,mail,userPrincipalName,accountEnabled',
    );
    expect(directory.graph.received[1]).toMatch(/^\/v1\.0\/users\/delta\?\$skiptoken=/);
    expect(directory.graph.received[2]).toMatch(/^\/v1\.0\/users\/delta\?\$deltatoken=/);
    expect(directory.graph.received).toHaveLength(3);
  });

  it('S55 are changed once, with one audit row each, and a second sync changes nothing', async () => {
    await directory.syncPeople();
    directory.graph.directory.putUser({
      ...ben,
      displayName: 'Benjamin Okri',
      mail: 'benjamin@contoso.example',
    });
    const before = await prisma().auditEvent.count();
    expect(await directory.syncPeople()).toMatchObject({ additions: 0, updates: 1, alreadyAdded: 1 });
    expect((await directory.person(ben.id)).membership.user).toMatchObject({
      name: 'Benjamin Okri',
      email: 'benjamin@contoso.example',
    });
    expect(await prisma().auditEvent.count({ where: { action: 'member.sync_update' } })).toBe(1);
    expect(await prisma().auditEvent.count()).toBe(before + 2);
    expect(await directory.syncPeople()).toMatchObject({
      additions: 0,
      updates: 0,
      deletions: 0,
      alreadyAdded: 2,
    });
    expect(await prisma().auditEvent.count()).toBe(before + 2);
  });

  it.each([
    ['deleted', () => directory.graph.directory.removeUser(ben.id)],
    ['disabled', () => directory.graph.directory.putUser({ ...ben, accountEnabled: false })],
  ])(
    'S16 who are %s lose their sessions and tokens at once, and are back with what they had',
    async (_how, remove) => {
      await directory.syncPeople();
      const { userId } = await directory.person(ben.id);
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
      expect(await directory.syncPeople()).toMatchObject({ deletions: 1, pending: 1 });
      expect(await prisma().session.count({ where: { userId } })).toBe(0);
      expect(await prisma().accessToken.count({ where: { userId } })).toBe(0);
      expect((await directory.person(ben.id)).membership.state).toBe('deleted');
      directory.graph.directory.putUser({ ...ben, accountEnabled: true });
      expect(await directory.syncPeople()).toMatchObject({ undeletions: 1, additions: 0 });
      expect((await directory.person(ben.id)).userId).toBe(userId);
      expect((await directory.person(ben.id)).membership.state).toBe('active');
    },
  );

  it('who an admin removed stay removed, whatever the directory changes about them', async () => {
    await directory.syncPeople();
    const { userId } = await directory.person(ben.id);
    await prisma().membership.update({
      where: { orgId_userId: { orgId: directory.orgId, userId } },
      data: { state: 'deleted', stateBeforeRemoval: 'active' },
    });
    directory.graph.directory.putUser({ ...ben, displayName: 'Benjamin' });
    await directory.syncPeople();
    expect((await directory.person(ben.id)).membership.state).toBe('deleted');
  });

  it('without an address are added without one; a guest is never given the name that Entra made up', async () => {
    directory.graph.directory.putUser({
      id: 'oid-none',
      displayName: 'No Mail',
      userPrincipalName: 'guest_gmail.com#EXT#@contoso.onmicrosoft.com',
    });
    expect(await directory.syncPeople()).toMatchObject({ additions: 3 });
    expect((await directory.person('oid-none')).membership.user.email).toBeNull();
  });

  it('two with one address: the first keeps it, the admin learns of the other, and it moves on when it is free', async () => {
    directory.graph.directory.putUser({ ...ben, id: 'oid-zoe', displayName: 'Zoe Okri' });
    const { notices } = await directory.syncPeople();
    expect(notices).toEqual([expect.stringContaining('Zoe Okri has no email address')]);
    expect((await directory.person('oid-zoe')).membership.user.email).toBeNull();
    directory.graph.directory.removeUser(ben.id);
    expect((await directory.syncPeople()).notices).toEqual([]);
    expect((await directory.person('oid-zoe')).membership.user.email).toBe(ben.mail);
  });

  it('exchange their addresses', async () => {
    await directory.syncPeople();
    directory.graph.directory.putUser({ ...ada, mail: ben.mail });
    directory.graph.directory.putUser({ ...ben, mail: ada.mail });
    await directory.syncPeople();
    expect((await directory.person(ada.id)).membership.user.email).toBe(ben.mail);
    expect((await directory.person(ben.id)).membership.user.email).toBe(ada.mail);
  });

  it('who were invited by address become the invited people; who sign in otherwise with it do not', async () => {
    await prisma().user.create({
      data: {
        userId: 'invited',
        name: 'B',
        email: ben.mail,
        memberships: { create: { orgId: directory.orgId, state: 'pending' } },
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
    expect((await directory.syncPeople()).notices).toEqual([
      expect.stringContaining('Ada Byron has no email address'),
    ]);
    expect(await directory.person(ben.id)).toMatchObject({
      userId: 'invited',
      membership: { state: 'active' },
    });
    expect((await directory.person(ada.id)).userId).not.toBe('other');
  });
});
