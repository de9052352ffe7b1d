import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { numberIn, send } from '../support/app/http';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();

let folderId: number;
let command: MadeCommand;
const directories = `/${ORG_A}/directories`;

beforeAll(async () => {
  await createOrganizations();
  ({ folderId, command } = await createGrantedCommands());
});

async function names(as: string): Promise<unknown> {
  const { status, body } = await send('GET', `${directories}?sort=name`, { as });
  return status === 200 ? (body as { name: string }[]).map(({ name }) => name) : status;
}

async function create(as: string, name = 'Ledger'): Promise<number> {
  return numberIn(await send('POST', directories, { as, body: { name, orgId: ORG_A } }), 'directory_id');
}

describe('folders', () => {
  it('S14 are listed to people with a role on them or a command in them, as they can open them', async () => {
    const mine = await create(people.member, 'Alone');
    expect(await names(people.orgAdmin)).toEqual(['Alone', 'Refunds']);
    expect(await names(people.member)).toEqual(['Alone']);
    expect(await names(people.runner)).toEqual(['Refunds']);
    expect(await names(people.outsider)).toBe(404);
    for (const as of Object.values(people)) {
      const listed = await names(as);
      for (const [id, name] of [[mine, 'Alone'] as const, [folderId, 'Refunds'] as const]) {
        const { status } = await send('GET', `${directories}/${id}`, { as });
        expect(status === 200, `${as} and ${name}`).toBe(Array.isArray(listed) && listed.includes(name));
      }
    }
    await send('DELETE', `${directories}/${mine}`, { as: people.member });
  });

  it('are listed by name only on request', async () => {
    for (const as of Object.values(people)) {
      const whole = await send('GET', directories, { as });
      if (whole.status !== 200) continue;
      const bare = { uods: [], groups: [], all_users: [], kits: [] };
      expect((await send('GET', `${directories}?only=names`, { as })).body).toEqual(
        (whole.body as object[]).map((each) => ({ ...each, ...bare })),
      );
    }
  });

  it("list the people with roles, and the person's own commands in them", async () => {
    const { body } = await send('GET', `${directories}/${folderId}`, { as: people.folderRunner });
    expect(body).toMatchObject({
      directory_id: folderId,
      org_id: ORG_A,
      name: 'Refunds',
      role: 'runner',
      uods: [{ user_id: people.folderRunner, name: 'folder-runner', role: 'runner' }],
      groups: [],
      all_users: [
        { user_id: people.orgAdmin, role: 'admin', access_level: 'org' },
        { user_id: people.folderRunner, role: 'runner', access_level: 'dir' },
      ],
      kits: [{ kit_id: command.commandId, name: 'cmd1', visibility: 'org' }],
    });
  });

  it('name the people who have single commands in them, to those with a role', async () => {
    const ofCommands = async (as: string) =>
      ((await send('GET', `${directories}/${folderId}`, { as })).body as { users_of_kits: unknown })
        .users_of_kits;
    const engineer = { user_id: people.engineer, name: 'engineer' };
    expect(await ofCommands(people.folderRunner)).toContainEqual(engineer);
    const all = JSON.stringify(await ofCommands(people.folderRunner));
    for (const each of [people.folderRunner, people.orgAdmin, people.pending])
      expect(all).not.toContain(each);
    expect(await ofCommands(people.runner)).toEqual([]);
  });

  it('name everyone as all lists of people do, and the members of groups', async () => {
    const grant = { orgId: ORG_A, folderId, groupId: 'group-1' };
    await prisma().folderGroupGrant.create({ data: { ...grant, role: 'runner' } });
    const { body } = await send('GET', `${directories}?filter=directory_id:${folderId}`, {
      as: people.folderRunner,
    });
    const person = {
      uo_id: `${people.folderRunner}_${ORG_A}`,
      email: `${people.folderRunner}@example.com`,
      access_level: 'dir',
      is_deleted: false,
      is_pending_to_org: false,
    };
    expect(body).toMatchObject([
      {
        uods: [person],
        groups: [{ group_id: 'group-1', access_level: 'dir', users: [{ user_id: people.groupRunner }] }],
        all_users: expect.arrayContaining([expect.objectContaining(person)]),
      },
    ]);
    await prisma().folderGroupGrant.deleteMany({ where: grant });
  });

  it('S55 are created by members, who become their engineers, with one audit row', async () => {
    const { status, body } = await send('POST', directories, {
      as: people.member,
      body: { name: '  Month end ' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Month end', role: 'admin', kits: [] });
    const subjectId = String((body as { directory_id: number }).directory_id);
    const audited = await prisma().auditEvent.findMany({ where: { subjectType: 'folder', subjectId } });
    expect(audited).toMatchObject([
      { action: 'folder.create', actorUserId: people.member, after: { name: 'Month end' } },
    ]);
  });

  it('S03 S20 need a name, and refuse unknown keys', async () => {
    for (const body of [
      {},
      { name: '' },
      { name: '   ' },
      { name: 'x'.repeat(101) },
      { name: 'Fine', createdBy: 'me' },
      { name: 'Fine', orgId: ORG_B },
    ]) {
      expect((await send('POST', directories, { as: people.orgAdmin, body })).status).toBe(400);
      expect((await send('PATCH', `${directories}/${folderId}`, { as: people.orgAdmin, body })).status).toBe(
        400,
      );
    }
    expect(await names(people.runner)).toEqual(['Refunds']);
  });

  it('S06 are renamed and deleted only by their engineers', async () => {
    const id = await create(people.engineer);
    const target = `${directories}/${id}`;
    for (const method of ['PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { body: { name: 'Taken' } } : {};
      expect((await send(method, target, body)).status).toBe(401);
      expect((await send(method, target, { as: people.member, ...body })).status).toBe(404);
      expect((await send(method, target, { as: people.orgAdminB, ...body })).status).toBe(404);
      expect(
        (await send(method, `${directories}/${folderId}`, { as: people.folderRunner, ...body })).status,
      ).toBe(403);
    }
    const renamed = await send('PATCH', target, { as: people.engineer, body: { name: 'Closing' } });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Closing' } });
    expect((await send('DELETE', target, { as: people.engineer })).status).toBe(204);
    expect((await send('GET', target, { as: people.orgAdmin })).status).toBe(404);
  });

  it('leave their commands behind when they are deleted', async () => {
    const id = await create(people.orgAdmin);
    const { commandId } = command;
    await prisma().command.update({ where: { commandId }, data: { folderId: id } });
    expect((await send('DELETE', `${directories}/${id}`, { as: people.orgAdmin })).status).toBe(204);
    const left = await send('GET', `/${ORG_A}/tiny-kits/${commandId}`, { as: people.runner });
    expect(left).toMatchObject({ status: 200, body: { directory_id: null } });
    expect((await send('GET', `/${ORG_A}/tiny-kits/${commandId}`, { as: people.folderRunner })).status).toBe(
      404,
    );
    await prisma().command.update({ where: { commandId }, data: { folderId } });
  });
});

describe('moving a command', () => {
  const move = (as: string, directoryId: number | null, commandId = command.commandId) =>
    send('PATCH', `/${ORG_A}/kits/${commandId}`, { as, body: { directoryId } });

  it('takes an engineer of both folders', async () => {
    const own = await create(people.engineer);
    expect((await move(people.engineer, own)).status).toBe(403);
    await prisma().folderUserGrant.create({
      data: { orgId: ORG_A, folderId, userId: people.engineer, role: 'admin' },
    });
    expect(await move(people.engineer, own)).toMatchObject({ status: 200, body: { directory_id: own } });
    expect(await move(people.engineer, folderId)).toMatchObject({ status: 200 });
    expect((await move(people.creator, null)).status).toBe(403);
    expect(await move(people.orgAdmin, null)).toMatchObject({ status: 200, body: { directory_id: null } });
    expect(await move(people.orgAdmin, folderId)).toMatchObject({ status: 200 });
    await prisma().folderUserGrant.deleteMany({ where: { folderId, userId: people.engineer } });
  });

  it("S35 another organization's folder is not found, not even by admins", async () => {
    const ofB = await prisma().folder.create({ data: { orgId: ORG_B, name: 'B' } });
    expect((await move(people.orgAdmin, ofB.folderId)).status).toBe(404);
    expect((await move(people.orgAdmin, 2_000_000_000)).status).toBe(404);
  });

  it('shows a private command to the people of the folder', async () => {
    const made = await prisma().command.create({
      data: {
        orgId: ORG_A,
        templateId: command.templateId,
        name: 'mine',
        visibility: 'justme',
        createdByUserId: people.creator,
      },
    });
    const own = await create(people.creator);
    expect(await move(people.creator, own, made.commandId)).toMatchObject({
      status: 200,
      body: { visibility: 'org', directory_id: own },
    });
  });
});
