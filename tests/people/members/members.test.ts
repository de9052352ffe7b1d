import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { numberIn, send, sendRaw } from '../../support/app/http';
import { executeWaiting } from '../../support/app/worker';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();

let command: MadeCommand;

beforeAll(async () => {
  await createOrganizations();
  ({ command } = await createGrantedCommands());
});

/** Everyone in their original state. */
beforeEach(async () => {
  const standings = [
    [people.orgAdmin, 'admin', 'active'],
    [people.runner, 'member', 'active'],
    [people.member, 'member', 'active'],
    [people.engineer, 'member', 'active'],
    [people.pending, 'member', 'pending'],
    [people.deleted, 'member', 'deleted'],
  ] as const;
  for (const [userId, role, state] of standings) {
    await prisma().membership.update({
      where: { orgId_userId: { orgId: ORG_A, userId } },
      data: { role, state, stateBeforeRemoval: null },
    });
  }
});

const change = (userId: string, body: object, as: string = people.orgAdmin) =>
  send('PATCH', `/${ORG_A}/members/${userId}`, { as, body });
const standing = (userId: string) =>
  prisma().membership.findUniqueOrThrow({ where: { orgId_userId: { orgId: ORG_A, userId } } });
const audits = (action: string) => prisma().auditEvent.count({ where: { action } });
const seesCommand = async (as: string) =>
  (await send('GET', `/${ORG_A}/tiny-kits/${command.commandId}`, { as })).status;

describe('the list of members in pages', () => {
  const list = (query: string) => send('GET', `/${ORG_A}/members?${query}`, { as: people.member });
  const idsOf = ({ body }: { body: unknown }) =>
    (body as { user_id: string }[]).map(({ user_id }) => user_id);

  it('comes in pages that together have everyone once, with removed people last, and says how many', async () => {
    const all = await list('');
    expect(all.headers.get('x-total-count')).toBeNull();
    const count = idsOf(all).length;
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(count / 4) + 1 }, (_, page) => list(`page=${page}&per_page=4`)),
    );
    for (const { headers } of pages) expect(headers.get('x-total-count')).toBe(String(count));
    const paged = pages.flatMap(idsOf);
    expect([...paged].sort()).toEqual([...idsOf(all)].sort());
    expect(paged.at(-1)).toBe(people.deleted);
    expect((await list('per_page=201')).status).toBe(400);
  });

  it('says page by page who is an engineer, and in which groups people are', async () => {
    const { body } = await list('page=0');
    const of = (rows: unknown, userId: string) =>
      (rows as { user_id: string }[]).find(({ user_id }) => user_id === userId);
    expect(of(body, people.engineer)).toMatchObject({ is_engineer: true, has_commands: true, groups: [] });
    expect(of(body, people.runner)).toMatchObject({ is_engineer: false, has_commands: true, groups: [] });
    expect(of(body, people.member)).toMatchObject({ is_engineer: false, has_commands: false });
    expect(of(body, people.groupRunner)).toMatchObject({ is_engineer: false, groups: ['Support'] });
    expect(of((await list('')).body, people.engineer)).toMatchObject({ is_engineer: null, groups: null });
  });

  it('says what an invited person will be once they join', async () => {
    const standingOf = async () => {
      const { body } = await list('page=0');
      return (body as { user_id: string }[]).find(({ user_id }) => user_id === people.pending);
    };
    const share = async (role: string) =>
      expect(
        await send('POST', `/${ORG_A}/kits/${command.commandId}/share`, {
          as: people.orgAdmin,
          body: { recipients: [{ userId: people.pending, newKitDirRole: role }], skipTheSending: true },
        }),
      ).toMatchObject({ status: 200 });
    await prisma().commandUserGrant.deleteMany({ where: { userId: people.pending } });
    await prisma().folderUserGrant.deleteMany({ where: { userId: people.pending } });
    expect(await standingOf()).toMatchObject({ is_engineer: false, has_commands: false });
    await share('runner');
    expect(await standingOf()).toMatchObject({ is_engineer: false, has_commands: true });
    await share('admin');
    expect(await standingOf()).toMatchObject({ is_engineer: true, has_commands: true });
    await prisma().commandUserGrant.deleteMany({ where: { userId: people.pending } });
  });

  it('says to admins alone when people were last active in the organization', async () => {
    const at = '2026-01-02T03:04:05.678Z';
    for (const orgId of [ORG_A, ORG_B]) {
      await prisma().auditEvent.create({
        data: {
          orgId,
          actorUserId: people.groupRunner,
          action: 'run.start',
          subjectType: 'run',
          subjectId: '1',
          at: orgId === ORG_A ? at : new Date(),
        },
      });
    }
    const lastOf = async (query: string, as: string) => {
      const { body } = await send('GET', `/${ORG_A}/members?${query}`, { as });
      const rows = body as { user_id: string; last_active_time: string | null }[];
      return rows.find(({ user_id }) => user_id === people.groupRunner)?.last_active_time;
    };
    expect(await lastOf('page=0', people.orgAdmin)).toBe(at);
    expect(await lastOf('', people.orgAdmin)).toBeNull();
    expect(await lastOf('page=0', people.runner)).toBeNull();
  });

  it('is searched by name, or by name and address, on the server', async () => {
    const byName = await list('filter=name:contains:RUNNER&page=0&per_page=1');
    expect(Number(byName.headers.get('x-total-count'))).toBeGreaterThan(0);
    expect(idsOf(byName)).toHaveLength(1);
    const { email } = await prisma().user.findUniqueOrThrow({ where: { userId: people.runner } });
    expect(idsOf(await list(`filter=search:contains:${encodeURIComponent(email ?? '')}`))).toEqual([
      people.runner,
    ]);
    expect(idsOf(await list('filter=name:contains:%25&page=0'))).toEqual([]);
    const words = (...each: string[]) => list(each.map((word) => `filter=search:contains:${word}`).join('&'));
    const { name } = await prisma().user.findUniqueOrThrow({ where: { userId: people.runner } });
    const found = idsOf(await words(...name.toLowerCase().split(' ').reverse()));
    expect(found).toContain(people.runner);
    expect(idsOf(await words(name.split(' ')[0] ?? '', 'nobody-has-this'))).toEqual([]);
  });

  it('is narrowed to the admins who joined, a few by name and the number of all', async () => {
    const admins = 'filter=role:admin&filter=is_deleted:false&filter=is_pending_to_org:false&per_page=1';
    await prisma().membership.update({
      where: { orgId_userId: { orgId: ORG_A, userId: people.pending } },
      data: { role: 'admin' },
    });
    expect((await list(admins)).headers.get('x-total-count')).toBe('1');
    await change(people.member, { role: 'admin' });
    const asked = await list(admins);
    expect(asked.headers.get('x-total-count')).toBe('2');
    expect(idsOf(asked)).toHaveLength(1);
  });
});

describe('the role of a member', () => {
  it('S55 is changed by an admin, takes effect at the next request, and leaves one audit row', async () => {
    expect((await send('GET', `/${ORG_A}/creds`, { as: people.member })).status).toBe(403);
    const before = await audits('member.role');
    const { status, body } = await change(people.member, { role: 'admin' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ user_id: people.member, role: 'admin', is_deleted: false });
    expect((await send('GET', `/${ORG_A}/creds`, { as: people.member })).status).toBe(200);
    // The same change again changes nothing, and is not an event.
    await change(people.member, { role: 'admin' });
    expect(await audits('member.role')).toBe(before + 1);
    const event = await prisma().auditEvent.findFirst({
      where: { action: 'member.role' },
      orderBy: { auditEventId: 'desc' },
    });
    expect(event).toMatchObject({
      subjectId: people.member,
      before: { role: 'member', state: 'active' },
      after: { role: 'admin', state: 'active' },
    });
  });

  it('S09 and their membership cannot be changed by the members themselves', async () => {
    for (const body of [{ role: 'member' }, { isDeleted: true }, { role: 'admin' }]) {
      const { status, body: answer } = await change(people.orgAdmin, body);
      expect(status).toBe(409);
      expect(answer).toMatchObject({ error: { message: 'Users cannot change their own role.' } });
    }
    expect(await standing(people.orgAdmin)).toMatchObject({ role: 'admin', state: 'active' });
  });

  it('S09 of two admins who demote or remove each other at once, one stays', async () => {
    for (const body of [{ role: 'member' }, { isDeleted: true }]) {
      for (let round = 0; round < 5; round += 1) {
        await prisma().membership.updateMany({
          where: { orgId: ORG_A, userId: { in: [people.orgAdmin, people.member] } },
          data: { role: 'admin', state: 'active' },
        });
        const answers = await Promise.all([
          change(people.member, body, people.orgAdmin),
          change(people.orgAdmin, body, people.member),
        ]);
        const statuses = answers.map(({ status }) => status).sort();
        expect(statuses[0]).toBe(200);
        // The second request was made as an admin, or is refused because the person no longer is one.
        expect([403, 404, 409]).toContain(statuses[1]);
        const left = await prisma().membership.count({
          where: { orgId: ORG_A, role: 'admin', state: 'active' },
        });
        expect(left).toBe(1);
      }
    }
  });

  it('cannot be changed by members, strangers, and admins of other organizations', async () => {
    expect((await change(people.runner, { role: 'admin' }, people.engineer)).status).toBe(403);
    expect((await change(people.runner, { role: 'admin' }, people.orgAdminB)).status).toBe(404);
    expect((await change(people.orgAdminB, { role: 'member' })).status).toBe(404);
    expect((await change('demo-none', { role: 'member' })).status).toBe(404);
    expect((await standing(people.runner)).role).toBe('member');
  });

  it('S20 with unknown keys is a 400, and changes nothing', async () => {
    for (const body of [
      { orgId: ORG_B, role: 'admin' },
      { role: 'owner' },
      { state: 'active' },
      { createdBy: 'x' },
    ]) {
      expect((await change(people.runner, body)).status).toBe(400);
    }
    expect(await standing(people.runner)).toMatchObject({ role: 'member', state: 'active' });
  });
});

describe('a removed person', () => {
  it('S16 has no access to this organization from the next request on, and keeps the others', async () => {
    await prisma().membership.create({ data: { orgId: ORG_B, userId: people.runner } });
    expect(await seesCommand(people.runner)).toBe(200);
    expect((await change(people.runner, { isDeleted: true })).body).toMatchObject({ is_deleted: true });
    expect(await seesCommand(people.runner)).toBe(404);
    expect((await send('GET', `/${ORG_A}/members`, { as: people.runner })).status).toBe(404);
    expect((await send('GET', `/${ORG_B}/members`, { as: people.runner })).status).toBe(200);
    const { body } = await send('GET', '/users/me/orgs', { as: people.runner });
    expect((body as { org_id: string }[]).map(({ org_id }) => org_id)).toEqual([ORG_B]);

    expect((await change(people.runner, { isDeleted: false })).body).toMatchObject({ is_deleted: false });
    expect(await seesCommand(people.runner)).toBe(200);
    await prisma().membership.delete({ where: { orgId_userId: { orgId: ORG_B, userId: people.runner } } });
  });

  it('S16 an open event stream ends, and what they have queued is refused', async () => {
    const ids = { olId: command.templateId, kitId: command.commandId };
    const made = await send('POST', `/${ORG_A}/run-async-i`, { as: people.runner, body: ids });
    const runId = numberIn(made, 'run_id');
    const values = { ...ids, runId, runrams: { amount: 1 } };
    expect((await send('POST', `/${ORG_A}/run-async-ii`, { as: people.runner, body: values })).status).toBe(
      202,
    );
    const stream = await sendRaw('GET', `/${ORG_A}/events?runs=${runId}`, { as: people.runner });
    expect(stream.status).toBe(200);
    await change(people.runner, { isDeleted: true });
    expect(await executeWaiting()).toEqual([runId]);
    // It ends by itself, and does not report how the run ended.
    const told = await stream.text();
    expect(told).not.toContain('failed');
    expect(await prisma().run.findUniqueOrThrow({ where: { runId } })).toMatchObject({
      status: 'failed',
      endReason: 'refused',
    });
  });

  it('is not joined by a restore if they had not joined before', async () => {
    await change(people.pending, { isDeleted: true });
    const { body } = await change(people.pending, { isDeleted: false });
    expect(body).toMatchObject({ is_deleted: false, is_pending_to_org: true });
    expect(await seesCommand(people.pending)).toBe(404);
  });
});

describe('the list of members', () => {
  it('marks who is invited, removed, and new', async () => {
    await prisma().org.update({
      where: { orgId: ORG_A },
      data: { createdAt: new Date(Date.now() - 90 * 86_400_000) },
    });
    await prisma().membership.updateMany({
      where: { orgId: ORG_A, userId: { not: people.member } },
      data: { createdAt: new Date(Date.now() - 30 * 86_400_000) },
    });
    const { body } = await send('GET', `/${ORG_A}/members`, { as: people.runner });
    const of = (userId: string) =>
      (body as Record<string, unknown>[]).find(({ user_id }) => user_id === userId);
    expect(of(people.pending)).toMatchObject({ is_pending_to_org: true, is_pending_to_pushboard: true });
    expect(of(people.deleted)).toMatchObject({ is_deleted: true, is_new: false });
    expect(of(people.member)).toMatchObject({ is_new: true, is_pending_to_pushboard: false });
    expect(of(people.orgAdmin)).toMatchObject({ role: 'admin', is_new: false });
  });
});

describe('groups', () => {
  const groups = `/${ORG_A}/groups`;
  const make = async (name: string) => {
    const { status, body } = await send('POST', groups, { as: people.orgAdmin, body: { name } });
    expect(status).toBe(201);
    return (body as { group_id: string }).group_id;
  };

  it('S15 pass their grants to people who are added, until they are removed', async () => {
    const groupId = await make('Night shift');
    await prisma().commandGroupGrant.create({
      data: { orgId: ORG_A, commandId: command.commandId, groupId, role: 'runner' },
    });
    expect(await seesCommand(people.member)).toBe(404);
    const put = await send('POST', `${groups}/${groupId}/members`, {
      as: people.orgAdmin,
      body: { userIds: [people.member, people.engineer] },
    });
    expect(put.body).toMatchObject({
      name: 'Night shift',
      users: [{ user_id: people.engineer }, { user_id: people.member }],
    });
    expect(await seesCommand(people.member)).toBe(200);
    const taken = await send('DELETE', `${groups}/${groupId}/members/${people.member}`, {
      as: people.orgAdmin,
    });
    expect(taken.status).toBe(204);
    expect(await seesCommand(people.member)).toBe(404);

    await send('POST', `${groups}/${groupId}/members`, {
      as: people.orgAdmin,
      body: { userIds: [people.member] },
    });
    expect((await send('DELETE', `${groups}/${groupId}`, { as: people.orgAdmin })).status).toBe(204);
    expect(await seesCommand(people.member)).toBe(404);
    expect(await prisma().commandGroupGrant.count({ where: { groupId } })).toBe(0);
  });

  it('have invited people, marked and under the name that the organization knows', async () => {
    const groupId = await make('Early shift');
    const [{ name, email }, as] = [
      await prisma().user.findUniqueOrThrow({ where: { userId: people.pending } }),
      people.orgAdmin,
    ];
    const put = await send('POST', `${groups}/${groupId}/members`, {
      as,
      body: { userIds: [people.pending, people.member] },
    });
    const { users } = put.body as { users: { user_id: string; name: string; is_pending_to_org: boolean }[] };
    expect(users).toContainEqual({
      user_id: people.pending,
      name: email?.split('@')[0],
      is_pending_to_org: true,
    });
    expect(users).toContainEqual(
      expect.objectContaining({ user_id: people.member, is_pending_to_org: false }),
    );
    expect(users.map((user) => user.name)).not.toContain(name);
    const found = await send('GET', `/${ORG_A}/recipients?search=early`, { as });
    expect(found.body).toMatchObject({ groups: [{ name: 'Early shift', user_count: 2 }] });

    await send('DELETE', `${groups}/${groupId}/members/${people.pending}`, { as });
    const { body } = await send('GET', groups, { as });
    expect(body).toContainEqual(
      expect.objectContaining({
        group_id: groupId,
        users: [expect.objectContaining({ user_id: people.member })],
      }),
    );
  });

  it('S55 leave one audit row for each change', async () => {
    const verbs = ['create', 'rename', 'add', 'remove', 'delete'];
    const counts = () => Promise.all(verbs.map((verb) => audits(`group.${verb}`)));
    const before = await counts();
    const groupId = await make('Audited');
    const as = people.orgAdmin;
    await send('PATCH', `${groups}/${groupId}`, { as, body: { name: 'Audited too' } });
    await send('PATCH', `${groups}/${groupId}`, { as, body: { name: 'Audited too' } });
    const put = { as, body: { userIds: [people.member] } };
    await send('POST', `${groups}/${groupId}/members`, put);
    await send('POST', `${groups}/${groupId}/members`, put);
    await send('DELETE', `${groups}/${groupId}/members/${people.member}`, { as });
    await send('DELETE', `${groups}/${groupId}/members/${people.member}`, { as });
    await send('DELETE', `${groups}/${groupId}`, { as });
    expect(await counts()).toEqual(before.map((count) => count + 1));
  });

  it('have unique names, and hold only people of the organization', async () => {
    const groupId = await make('Finance');
    const again = await send('POST', groups, { as: people.orgAdmin, body: { name: ' FINANCE ' } });
    expect(again.status).toBe(409);
    const other = await make('Legal');
    const as = people.orgAdmin;
    expect((await send('PATCH', `${groups}/${other}`, { as, body: { name: 'finance' } })).status).toBe(409);
    expect((await send('PATCH', `${groups}/${groupId}`, { as, body: { name: 'finance' } })).status).toBe(200);
    expect((await send('POST', groups, { as, body: { name: '  ' } })).status).toBe(400);
    for (const userId of [people.orgAdminB, people.deleted, 'demo-none']) {
      const put = await send('POST', `${groups}/${groupId}/members`, {
        as,
        body: { userIds: [people.member, userId] },
      });
      expect(put.status).toBe(400);
    }
    expect(await prisma().groupMember.count({ where: { groupId } })).toBe(0);
  });

  it('S02 of another organization are not found', async () => {
    await prisma().group.create({ data: { orgId: ORG_B, groupId: 'group-b', name: 'Of B' } });
    const as = people.orgAdmin;
    expect((await send('PATCH', `${groups}/group-b`, { as, body: { name: 'Mine' } })).status).toBe(404);
    expect((await send('DELETE', `${groups}/group-b`, { as })).status).toBe(404);
    const put = { as, body: { userIds: [people.member] } };
    expect((await send('POST', `${groups}/group-b/members`, put)).status).toBe(404);
    expect(await prisma().group.count({ where: { groupId: 'group-b', name: 'Of B' } })).toBe(1);
  });

  it('are created once by two concurrent requests', async () => {
    const answers = await Promise.all(
      ['Twins', 'twins', 'TWINS'].map((name) =>
        send('POST', groups, { as: people.orgAdmin, body: { name } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});
