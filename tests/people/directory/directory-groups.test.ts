import { describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withDirectory } from '../../support/doubles/directory-app';
import { ada, ben } from '../../support/doubles/graph-double';

const directory = withDirectory();

describe('groups', () => {
  it('come with their people, through other groups too, and a renamed group keeps what is shared with it', async () => {
    await directory.syncPeople();
    directory.graph.directory.putGroup('gid-ops', 'Operations', [ben.id]);
    directory.graph.directory.putGroup('gid-all', 'Everyone', [ada.id, 'gid-ops']);
    expect(await directory.syncGroups()).toMatchObject({ state: 'completed', additions: 2 });
    expect(await directory.membersOf('Everyone')).toEqual(['Ada Byron', 'Ben Okri']);
    const before = await prisma().group.findFirstOrThrow({
      where: { orgId: directory.orgId, name: 'Operations' },
    });
    directory.graph.directory.putGroup('gid-ops', 'Operations West', [ben.id]);
    expect(await directory.syncGroups()).toMatchObject({ additions: 0, updates: 1, alreadyAdded: 1 });
    const after = await prisma().group.findFirstOrThrow({
      where: { orgId: directory.orgId, name: 'Operations West' },
    });
    expect(after.groupId).toBe(before.groupId);
    expect(await directory.syncGroups()).toMatchObject({ additions: 0, updates: 0, alreadyAdded: 2 });
  });

  it('S15 who leaves a group of the directory leaves it here; a deleted group is emptied, and comes back as it was', async () => {
    await directory.syncPeople();
    directory.graph.directory.putGroup('gid-ops', 'Operations', [ada.id, ben.id]);
    await directory.syncGroups();
    directory.graph.directory.putGroup('gid-ops', 'Operations', [ada.id]);
    expect(await directory.syncGroups()).toMatchObject({ updates: 1 });
    expect(await directory.membersOf('Operations')).toEqual(['Ada Byron']);
    const { groupId } = await prisma().group.findFirstOrThrow({ where: { orgId: directory.orgId } });
    directory.graph.directory.removeGroup('gid-ops');
    expect(await directory.syncGroups()).toMatchObject({ deletions: 1 });
    expect(await directory.membersOf('Operations')).toEqual([]);
    directory.graph.directory.putGroup('gid-ops', 'Operations', [ada.id]);
    expect(await directory.syncGroups()).toMatchObject({ undeletions: 1, additions: 0 });
    expect(await prisma().group.findMany({ where: { orgId: directory.orgId } })).toMatchObject([{ groupId }]);
  });

  it('with one name are told apart, also from a group made by hand; two exchange their names', async () => {
    await prisma().group.create({ data: { orgId: directory.orgId, groupId: 'by-hand', name: 'ops' } });
    directory.graph.directory.putGroup('11111111-aaaa', 'Ops', []);
    directory.graph.directory.putGroup('22222222-bbbb', 'West', []);
    await directory.syncGroups();
    const names = async () =>
      (await prisma().group.findMany({ where: { orgId: directory.orgId }, orderBy: { name: 'asc' } })).map(
        ({ name }) => name,
      );
    expect(await names()).toEqual(['Ops (11111111)', 'West', 'ops']);
    directory.graph.directory.putGroup('11111111-aaaa', 'West', []);
    directory.graph.directory.putGroup('22222222-bbbb', 'East', []);
    await directory.syncGroups();
    expect(await names()).toEqual(['East', 'West', 'ops']);
  });

  it('S79 and people have the names of the directory without addresses and unseen characters', async () => {
    const hostile = 'Pay at https://evil.example/\u202eyap';
    const plain = 'Pay at https evil example/ yap';
    directory.graph.directory.putUser({ ...ben, displayName: hostile });
    await directory.syncPeople();
    directory.graph.directory.putGroup('gid-ops', hostile, [ben.id]);
    await directory.syncGroups();
    expect(await directory.membersOf(plain)).toEqual([plain]);
  });

  it('S79 a person whom the directory renames is so in the logs of their other organizations, too', async () => {
    await directory.syncPeople();
    const { userId } = await prisma().directoryPerson.findFirstOrThrow({ where: { objectId: ben.id } });
    await prisma().org.create({
      data: { orgId: 'other', name: 'Other', memberships: { create: { userId } } },
    });
    directory.graph.directory.putUser({ ...ben, displayName: 'Benjamin Okri' });
    await directory.syncPeople();
    const rows = await prisma().auditEvent.findMany({ where: { subjectId: userId, orgId: 'other' } });
    expect(rows).toMatchObject([
      { action: 'person.name', before: { name: 'Ben Okri' }, after: { name: 'Benjamin Okri' } },
    ]);
  });

  it('learn of people who come later', async () => {
    directory.graph.directory.putGroup('gid-ops', 'Operations', [ben.id]);
    await directory.syncGroups();
    expect(await directory.membersOf('Operations')).toEqual([]);
    await directory.syncPeople();
    expect(await directory.membersOf('Operations')).toEqual(['Ben Okri']);
  });
});
