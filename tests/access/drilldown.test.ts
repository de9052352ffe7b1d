import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import {
  createCommand,
  createCredential,
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();

let command: MadeCommand;
let other: MadeCommand;

beforeAll(async () => {
  await createOrganizations();
  ({ command, other } = await createGrantedCommands());
});

interface Row {
  kit_id: number;
  name: string;
  has_access: boolean;
  role: string | null;
  cloud_name: string;
  description: string | null;
  engineers: { name: string }[];
  engineer_count: number;
}

interface MemberAccess {
  kit_id: number;
  role: string;
  grants: {
    access_level: string;
    role: string;
    group: { name: string } | null;
    directory: { name: string } | null;
  }[];
}

const diff = (userId: string, as: string) => send('GET', `/${ORG_A}/skinny-kits-diff/${userId}`, { as });
async function names(userId: string, as: string): Promise<{ both: string[]; justThem: string[] }> {
  const { status, body } = await diff(userId, as);
  expect(status).toBe(200);
  const { both, just_them: justThem } = body as { both: Row[]; just_them: Row[] };
  return { both: both.map(({ name }) => name), justThem: justThem.map(({ name }) => name) };
}

describe('what a member has', () => {
  it('is the commands that the viewer has too, and those that only they have', async () => {
    expect(await names(people.creator, people.orgAdmin)).toEqual({ both: ['cmd1', 'cmd2'], justThem: [] });
    expect(await names(people.creator, people.runner)).toEqual({ both: ['cmd1'], justThem: ['cmd2'] });
    expect(await names(people.runner, people.creator)).toEqual({ both: ['cmd1'], justThem: [] });
    expect(await names(people.groupRunner, people.member)).toEqual({ both: [], justThem: ['cmd1'] });
    expect(await names(people.folderRunner, people.folderRunner)).toEqual({ both: ['cmd1'], justThem: [] });
    expect(await names(people.member, people.orgAdmin)).toEqual({ both: [], justThem: [] });
  });

  it('is their folders, too, with and without commands, and not those of others', async () => {
    const data = { orgId: ORG_A, name: 'Empty' };
    const { folderId } = await prisma().folder.create({ data });
    await prisma().folder.create({ data: { ...data, name: 'Not theirs' } });
    const grant = { orgId: ORG_A, folderId, userId: people.folderRunner, role: 'runner' as const };
    await prisma().folderUserGrant.create({ data: grant });
    const folders = async (userId: string) => {
      const { body } = await diff(userId, people.member);
      return (body as { folders: { name: string }[] }).folders.map(({ name }) => name);
    };
    expect(await folders(people.folderRunner)).toEqual(['Empty', 'Refunds']);
    expect(await folders(people.member)).toEqual([]);
    expect(await folders(people.deleted)).toEqual([]);
  });

  it('is said with their role on each command, and what gives it to them', async () => {
    const access = async (userId: string, as: string) => {
      const { body } = await diff(userId, as);
      const { access: rows } = body as { access: MemberAccess[] };
      return rows
        .sort((a, b) => a.kit_id - b.kit_id)
        .map(({ role, grants }) => [
          role,
          ...grants.map((grant) =>
            [grant.access_level, grant.role, grant.group?.name, grant.directory?.name]
              .filter(Boolean)
              .join(' '),
          ),
        ]);
    };
    expect(await access(people.creator, people.orgAdmin)).toEqual([
      ['admin', 'creator admin'],
      ['admin', 'creator admin'],
    ]);
    expect(await access(people.orgAdmin, people.creator)).toEqual([
      ['admin', 'org admin'],
      ['admin', 'org admin'],
    ]);
    expect(await access(people.runner, people.creator)).toEqual([['runner', 'user_kit runner']]);
    expect(await access(people.groupRunner, people.creator)).toEqual([['runner', 'kit runner Support']]);
    expect(await access(people.folderRunner, people.creator)).toEqual([['runner', 'dir runner Refunds']]);
    // Who has a command is known to all members; how, only to those who have it, too.
    expect(await access(people.groupRunner, people.member)).toEqual([['runner']]);
    expect(await access(people.deleted, people.orgAdmin)).toEqual([]);
    const { body } = await diff(people.groupRunner, people.member);
    expect((body as { groups: { name: string }[] }).groups.map(({ name }) => name)).toEqual(['Support']);
  });

  it('GET skinny-kits keeps those that a person has, too, with the filter user_id', async () => {
    const kept = async (userId: string, as: string) => {
      const filters = `filter=user_id:${userId}&filter=is_deleted:False&filter=is_hidden:False`;
      const { body } = await send('GET', `/${ORG_A}/skinny-kits?${filters}`, { as });
      return (body as Row[]).map(({ name }) => name);
    };
    expect(await kept(people.creator, people.creator)).toEqual(['cmd1', 'cmd2']);
    expect(await kept(people.runner, people.creator)).toEqual(['cmd1']);
    expect(await kept(people.creator, people.runner)).toEqual(['cmd1']);
    expect(await kept(people.member, people.orgAdmin)).toEqual([]);
  });

  it('shows only the name and people of a command that the viewer cannot open', async () => {
    await prisma().command.update({
      where: { commandId: other.commandId },
      data: { description: 'canary-description' },
    });
    const { body } = await diff(people.creator, people.runner);
    const [row] = (body as { just_them: Row[] }).just_them;
    expect(row).toMatchObject({
      kit_id: other.commandId,
      name: 'cmd2',
      has_access: false,
      role: null,
      access_level: null,
      cloud_name: '',
      source_name: '',
      description: null,
      last_run_at: null,
      engineer_count: 2,
      runner_count: 0,
    });
    expect(row?.engineers.map(({ name }) => name)).toEqual(['admin-a', 'creator']);
    expect(JSON.stringify(body)).not.toContain('canary');
  });

  it('S14 never shows a private command, not even to an admin', async () => {
    const { commandId } = other;
    await prisma().command.update({ where: { commandId }, data: { visibility: 'justme' } });
    expect(await names(people.creator, people.orgAdmin)).toEqual({ both: ['cmd1'], justThem: [] });
    expect(await names(people.creator, people.creator)).toEqual({ both: ['cmd1', 'cmd2'], justThem: [] });
    await prisma().command.update({ where: { commandId }, data: { visibility: 'org' } });
  });

  it('leaves out deleted commands, and hidden ones for viewers who have not got them', async () => {
    const { commandId } = other;
    await prisma().command.update({ where: { commandId }, data: { isHidden: true } });
    // It still runs for everyone who has it.
    expect((await names(people.creator, people.orgAdmin)).both).toEqual(['cmd1', 'cmd2']);
    expect(await names(people.creator, people.runner)).toEqual({ both: ['cmd1'], justThem: [] });
    await prisma().command.update({ where: { commandId }, data: { isHidden: false, deletedAt: new Date() } });
    expect((await names(people.creator, people.orgAdmin)).both).toEqual(['cmd1']);
    await prisma().command.update({ where: { commandId }, data: { deletedAt: null } });
  });

  it('S16 is empty for people who were removed or have not joined, whatever grants are left', async () => {
    for (const userId of [people.deleted, people.pending]) {
      expect(await names(userId, people.orgAdmin)).toEqual({ both: [], justThem: [] });
    }
  });

  it('is for members of the organization, about its members', async () => {
    expect((await diff(people.runner, people.outsider)).status).toBe(404);
    expect((await diff(people.runner, people.orgAdminB)).status).toBe(404);
    expect((await diff(people.orgAdminB, people.orgAdmin)).status).toBe(404);
    expect((await diff('demo-none', people.orgAdmin)).status).toBe(404);
  });

  it('of another organization is shown only if both were granted it', async () => {
    const credentialB = await createCredential(ORG_B);
    const foreign = await createCommand(ORG_B, people.orgAdminB, credentialB, { friendlyName: 'of-b' });
    const give = (userId: string) =>
      prisma().commandUserGrant.create({
        data: { orgId: ORG_B, commandId: foreign.commandId, userId, role: 'runner' },
      });
    await give(people.runner);
    expect(await names(people.runner, people.engineer)).toEqual({ both: ['cmd1'], justThem: [] });
    expect(await names(people.runner, people.runner)).toEqual({ both: ['cmd1', 'of-b'], justThem: [] });
    await give(people.engineer);
    expect(await names(people.runner, people.engineer)).toEqual({ both: ['cmd1', 'of-b'], justThem: [] });
    expect(await names(people.member, people.engineer)).toEqual({ both: [], justThem: [] });
  });

  it('S14 agrees with what each of them can open, over every pair of people', async () => {
    const all = Object.values(people);
    const opens = async (as: string) =>
      (await send('GET', `/${ORG_A}/tiny-kits/${command.commandId}`, { as })).status === 200;
    for (const viewer of [people.orgAdmin, people.engineer, people.member]) {
      for (const member of all) {
        const { status, body } = await diff(member, viewer);
        if (status !== 200) continue;
        const { both, just_them: justThem } = body as { both: Row[]; just_them: Row[] };
        const isIn = (rows: Row[]) => rows.some(({ kit_id }) => kit_id === command.commandId);
        const [theirs, mine] = [await opens(member), await opens(viewer)];
        expect(isIn(both), `${viewer} of ${member}`).toBe(theirs && mine);
        expect(isIn(justThem), `${viewer} of ${member}`).toBe(theirs && !mine);
      }
    }
  });

  it('is explained by the same grants as each command explains, for every person', async () => {
    for (const member of Object.values(people)) {
      const { status, body } = await diff(member, people.orgAdmin);
      if (status !== 200) continue;
      for (const { kit_id: id, grants } of (body as { access: MemberAccess[] }).access) {
        const path = `/${ORG_A}/kits/${id}/users/${member}/access`;
        const explained = await send('GET', path, { as: people.orgAdmin });
        const counting = (
          explained.body as { grants: (MemberAccess['grants'][number] & { void: unknown })[] }
        ).grants
          .filter((grant) => grant.void === null)
          .map(({ access_level, role, group, directory }) => ({ access_level, role, group, directory }));
        expect(grants, `${member} on ${id}`).toEqual(counting);
      }
    }
  });
});

it('an invited person has nothing yet; what they get once they join is counted by folder and role', async () => {
  const made = await send('POST', `/${ORG_A}/directories`, {
    as: people.orgAdmin,
    body: { name: 'For the new ones' },
  });
  const { directory_id: folderId } = made.body as { directory_id: number };
  await prisma().command.update({ where: { commandId: other.commandId }, data: { folderId } });
  const invited = await send('POST', `/${ORG_A}/invite`, {
    as: people.orgAdmin,
    body: { recipients: [{ email: 'petra@example.org' }], directoryIds: [folderId] },
  });
  const [{ user_id: userId } = { user_id: '' }] = invited.body as { user_id: string }[];
  const promised = async () =>
    (await diff(userId, people.orgAdmin)).body as { both: unknown[]; promised: object[] };
  const inFolder = { directory: { directory_id: folderId, name: 'For the new ones' }, kit_count: 1 };
  expect(await promised()).toMatchObject({ both: [], promised: [{ ...inFolder, role: 'runner' }] });
  await send('POST', `/${ORG_A}/directories/${folderId}/share`, {
    as: people.orgAdmin,
    body: { recipients: [{ userId, newKitDirRole: 'admin' }], skipTheSending: true },
  });
  await send('POST', `/${ORG_A}/kits/${command.commandId}/share`, {
    as: people.orgAdmin,
    body: { recipients: [{ userId, newKitDirRole: 'runner' }], skipTheSending: true },
  });
  expect((await promised()).promised).toEqual([
    { ...inFolder, role: 'admin' },
    { role: 'runner', directory: null, kit_count: 1 },
  ]);
  await prisma().membership.updateMany({ where: { userId }, data: { state: 'active' } });
  expect((await promised()).promised).toEqual([]);
});
