import { describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { syncDueDirectories } from '@/server/people/directory/schedule';
import { insertSession } from '@/server/people/sign-in/session';
import { send } from '../../support/app/http';
import { withDirectory } from '../../support/doubles/directory-app';
import { fillGraph } from '../../support/doubles/fill-graph';
import { ada, ben } from '../../support/doubles/graph-double';

const directory = withDirectory();

describe('by request', () => {
  const as = async (objectId: string) => {
    const { userId } = await directory.person(objectId);
    return {
      headers: {
        cookie: `pushboard_session=${await insertSession(sql, userId, 'entra', { address: null })}`,
        origin: 'http://localhost:3000',
      },
    };
  };

  it('admins sync people and groups, and see when; members may not', async () => {
    await directory.syncPeople();
    const admin = await as(ada.id);
    directory.graph.directory.putGroup('gid-ops', 'Operations', [ben.id]);
    expect(await send('POST', `/${directory.orgId}/sync/ad_users`, admin)).toMatchObject({
      status: 200,
      body: { state: 'completed', additions: 0, already_added: 2, pending: 2, pending_additions: 0 },
    });
    expect(await send('POST', `/${directory.orgId}/sync/ad_groups`, admin)).toMatchObject({
      status: 200,
      body: { additions: 1 },
    });
    expect(await send('GET', `/${directory.orgId}/sync/ad_status`, admin)).toMatchObject({
      status: 200,
      body: { read_count: null, users_synced_at: expect.any(String), failure: null },
    });
    expect(await send('POST', `/${directory.orgId}/sync/ad_users`, await as(ben.id))).toMatchObject({
      status: 403,
    });
  });

  it('a synced group is changed in the directory, not here', async () => {
    await directory.syncPeople();
    directory.graph.directory.putGroup('gid-ops', 'Operations', []);
    await directory.syncGroups();
    const { groupId } = await prisma().group.findFirstOrThrow({ where: { orgId: directory.orgId } });
    const admin = await as(ada.id);
    const rename = () =>
      send('PATCH', `/${directory.orgId}/groups/${groupId}`, { ...admin, body: { name: 'Mine' } });
    expect(await rename()).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('comes from the directory') } },
    });
    directory.graph.directory.removeGroup('gid-ops');
    await directory.syncGroups();
    expect(await rename()).toMatchObject({ status: 200, body: { directory: 'deleted' } });
  });

  it('AD admin emails make admins at once, by mail or sign-in name, and roles are not set by hand', async () => {
    await directory.syncPeople();
    const admin = await as(ada.id);
    const save = (adAdminEmails: string[]) =>
      send('PATCH', `/${directory.orgId}/org`, { ...admin, body: { adAdminEmails } });
    expect(await save(['ADA@contoso.example', 'ben@contoso.example'])).toMatchObject({
      status: 200,
      body: { ad_admin_emails: ['ADA@contoso.example', 'ben@contoso.example'] },
    });
    expect((await directory.person(ben.id)).membership.role).toBe('admin');
    expect(await prisma().auditEvent.count({ where: { action: 'org.ad_admins' } })).toBe(1);
    const { userId } = await directory.person(ben.id);
    expect(
      await send('PATCH', `/${directory.orgId}/members/${userId}`, { ...admin, body: { role: 'member' } }),
    ).toMatchObject({ status: 409 });
    expect(await save(['nobody@contoso.example'])).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('No person of the directory') } },
    });
    expect(await save(['not an address'])).toMatchObject({ status: 400 });
  });

  it('S09 nobody takes the admin role from themselves by the list', async () => {
    await directory.syncPeople();
    const body = { adAdminEmails: ['ben@contoso.example'] };
    expect(await send('PATCH', `/${directory.orgId}/org`, { ...(await as(ada.id)), body })).toMatchObject({
      status: 409,
    });
    expect((await directory.person(ada.id)).membership.role).toBe('admin');
    expect((await directory.person(ben.id)).membership.role).toBe('member');
  });

  it('people of the directory are pending until they sign in, and keep their names', async () => {
    await directory.syncPeople();
    const { body } = await send('GET', `/${directory.orgId}/members`, await as(ada.id));
    expect(body).toMatchObject([
      { name: 'Ada Byron', is_pending_to_pushboard: true, is_pending_to_org: false },
      { name: 'Ben Okri', is_pending_to_pushboard: true, is_pending_to_org: false },
    ]);
  });
});

it('a thousand people and a hundred groups are synced twice, and the second time nothing changes', async () => {
  fillGraph(directory.graph.directory, 1000, 100, 40);
  expect(await directory.syncPeople()).toMatchObject({ additions: 1001 + 2, updates: 0 });
  expect(await directory.syncGroups()).toMatchObject({ additions: 100, updates: 0 });
  const audits = await prisma().auditEvent.count();
  expect(await directory.syncPeople()).toMatchObject({
    additions: 0,
    updates: 0,
    deletions: 0,
    undeletions: 0,
  });
  expect(await directory.syncGroups()).toMatchObject({
    additions: 0,
    updates: 0,
    deletions: 0,
    alreadyAdded: 100,
  });
  directory.graph.directory.expireLinks();
  expect(await directory.syncPeople()).toMatchObject({
    additions: 0,
    updates: 0,
    deletions: 0,
    alreadyAdded: 1003,
  });
  expect(await directory.syncGroups()).toMatchObject({
    additions: 0,
    updates: 0,
    deletions: 0,
    alreadyAdded: 100,
  });
  expect(await prisma().auditEvent.count()).toBe(audits);
});

it('a worker syncs what is due, creates the first organization on the way, and repeats a failure later', async () => {
  const { signal } = new AbortController();
  await syncDueDirectories(signal);
  expect(await prisma().directoryPerson.count({ where: { orgId: directory.orgId } })).toBe(2);
  const requests = directory.graph.received.length;
  await syncDueDirectories(signal);
  expect(directory.graph.received).toHaveLength(requests);
  await prisma().directory.updateMany({ data: { usersSyncedAt: new Date(Date.now() - 3_700_000) } });
  directory.graph.refusals.push({ status: 403 });
  await syncDueDirectories(signal);
  expect(await prisma().directory.findFirst()).toMatchObject({ failure: null });
});
