import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { createGrantedCommands, createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();

beforeAll(async () => {
  await createOrganizations();
  await createGrantedCommands();
});

describe('recipients to share with', () => {
  const find = async (search: string, as: string = people.member, more = '') =>
    (await send('GET', `/${ORG_A}/recipients?search=${encodeURIComponent(search)}${more}`, { as })).body as {
      users: { user_id: string }[];
      groups: { group_id: string; user_count: number }[];
    };

  it('are found by name or address in any case; people from elsewhere or removed are not', async () => {
    expect((await find('FOLDER-run')).users.map(({ user_id }) => user_id)).toEqual([people.folderRunner]);
    const all = (await find('@example.com', people.member, '&max=100')).users.map(({ user_id }) => user_id);
    expect(all).toContain(people.pending);
    expect(all).not.toContain(people.deleted);
    expect(all).not.toContain(people.orgAdminB);
    expect((await find('suPP')).groups).toEqual([{ group_id: 'group-1', name: 'Support', user_count: 1 }]);
  });

  it('are a few at a time, names that begin with the text first', async () => {
    expect((await find('', people.member, '&max=3')).users).toHaveLength(3);
    expect((await find('runner')).users.map(({ user_id }) => user_id)).toEqual([
      people.runner,
      people.folderRunner,
      people.groupRunner,
    ]);
  });

  it('S39 takes any text for a text', async () => {
    for (const text of ['%', '_', "'", '\\', '😀', 'a'.repeat(320)])
      expect((await find(text)).users).toEqual([]);
    expect((await send('GET', `/${ORG_A}/recipients?search=%00`, { as: people.member })).status).toBe(400);
  });
});

describe('the people of an organization', () => {
  it('are listed to its members, with removed people marked', async () => {
    const { body } = await send('GET', `/${ORG_A}/members?filter=is_deleted:False`, { as: people.member });
    const ids = (body as { user_id: string }[]).map(({ user_id }) => user_id);
    expect(ids).toContain(people.runner);
    expect(ids).not.toContain(people.deleted);
    expect(ids).not.toContain(people.orgAdminB);
    const { body: one } = await send('GET', `/${ORG_A}/members/${people.runner}`, { as: people.member });
    expect(one).toMatchObject({ user_id: people.runner, uo_id: `${people.runner}_${ORG_A}`, role: 'member' });
    expect((await send('GET', `/${ORG_A}/members/${people.orgAdminB}`, { as: people.member })).status).toBe(
      404,
    );
  });

  it('stand in groups, without those who were removed', async () => {
    await prisma().groupMember.create({ data: { orgId: ORG_A, groupId: 'group-1', userId: people.deleted } });
    const { body } = await send('GET', `/${ORG_A}/groups`, { as: people.member });
    expect(body).toContainEqual({
      group_id: 'group-1',
      name: 'Support',
      directory: 'none',
      users: [{ user_id: people.groupRunner, name: 'group-runner', is_pending_to_org: false }],
    });
  });
});
