import { beforeAll, describe, expect, it } from 'vitest';
import { lockShared } from '@/server/access/give-role';
import { sql, transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();

let command: MadeCommand;
let folderId: number;

beforeAll(async () => {
  await createOrganizations();
  ({ command, folderId } = await createGrantedCommands());
});

type Recipient = Record<string, unknown>;

const shareCommand = (recipients: Recipient[], as: string = people.orgAdmin, more: object = {}) =>
  send('POST', `/${ORG_A}/kits/${command.commandId}/share`, { as, body: { recipients, ...more } });

const shareFolder = (recipients: Recipient[], as: string = people.orgAdmin, more: object = {}) =>
  send('POST', `/${ORG_A}/directories/${folderId}/share`, { as, body: { recipients, ...more } });

const unshare = (path: string, as: string = people.orgAdmin) =>
  send('DELETE', `/${ORG_A}/can/${path}`, { as });

/** What a person gets when they request a run. */
const runStatus = async (as: string) =>
  (
    await send('POST', `/${ORG_A}/run-async-i`, {
      as,
      body: { olId: command.templateId, kitId: command.commandId },
    })
  ).status;

const audits = (action: string) => prisma().auditEvent.count({ where: { action } });

describe('sharing a command', () => {
  it('gives a role that takes effect at once, and taking it back ends it at once', async () => {
    expect(await runStatus(people.member)).toBe(404);
    const before = await audits('command.share');
    expect((await shareCommand([{ userId: people.member }])).body).toEqual([
      {
        user_id: people.member,
        email: `${people.member}@example.com`,
        group_id: null,
        error: null,
        mail: 'outbox',
        mail_id: expect.any(Number),
      },
    ]);
    expect(await audits('command.share')).toBe(before + 1);
    expect(await runStatus(people.member)).toBe(201);
    expect((await unshare(`${people.member}/access/kit/${command.commandId}`)).status).toBe(204);
    expect(await runStatus(people.member)).toBe(404);
    // The same again changes nothing, and is not an event.
    const taken = await audits('command.unshare');
    expect((await unshare(`${people.member}/access/kit/${command.commandId}`)).status).toBe(204);
    expect(await audits('command.unshare')).toBe(taken);
  });

  it('again with another role changes the role, and is logged with the old one', async () => {
    await shareCommand([{ userId: people.member }]);
    await shareCommand([{ userId: people.member, newKitDirRole: 'admin' }]);
    const { body } = await send('GET', `/${ORG_A}/kits/${command.commandId}/users`, { as: people.member });
    expect(body).toMatchObject({
      users: expect.arrayContaining([
        expect.objectContaining({ user_id: people.member, role: 'admin', access_level: 'user_kit' }),
      ]),
      non_group_users: expect.arrayContaining([expect.objectContaining({ user_id: people.member })]),
    });
    expect((body as { all_users: unknown }).all_users).toEqual((body as { users: unknown }).users);
    const event = await prisma().auditEvent.findFirst({
      where: { action: 'command.share' },
      orderBy: { auditEventId: 'desc' },
    });
    expect(event).toMatchObject({
      before: { user_id: people.member, role: 'runner' },
      after: { user_id: people.member, role: 'admin' },
    });
    await unshare(`${people.member}/access/kit/${command.commandId}`);
  });

  it('shows an invited person as pending to members, until the role is taken back', async () => {
    await shareCommand([{ userId: people.pending }]);
    const pending = async (as: string) => {
      const { body } = await send('GET', `/${ORG_A}/kits/${command.commandId}/users`, { as });
      return (body as { users: { user_id: string }[] }).users.filter(
        ({ user_id }) => user_id === people.pending,
      );
    };
    expect(await pending(people.orgAdmin)).toMatchObject([
      { role: 'runner', access_level: 'user_kit', is_pending_to_org: true },
    ]);
    expect(await runStatus(people.pending)).toBe(404);
    await unshare(`${people.pending}/access/kit/${command.commandId}`);
    expect(await pending(people.orgAdmin)).toEqual([]);
  });

  it('by an address of a member, whatever its case', async () => {
    const { body } = await shareCommand([{ email: `${people.member.toUpperCase()}@Example.com` }]);
    expect(body).toMatchObject([{ user_id: people.member, error: null }]);
    await unshare(`${people.member}/access/kit/${command.commandId}`);
  });

  it('with a group gives it to the people in the group', async () => {
    await prisma().group.create({ data: { orgId: ORG_A, groupId: 'group-2', name: 'Finance' } });
    await prisma().groupMember.create({ data: { orgId: ORG_A, groupId: 'group-2', userId: people.member } });
    const groups = [{ groupId: 'group-2' }, { groupId: 'group-none' }];
    const { body } = await shareCommand([], people.orgAdmin, { groups });
    expect(body).toMatchObject([
      { group_id: 'group-2', error: null },
      { group_id: 'group-none', error: 'This group is not in this organization.' },
    ]);
    expect(await runStatus(people.member)).toBe(201);
    expect((await unshare(`group/group-2/access/kit/${command.commandId}`)).status).toBe(204);
    expect(await runStatus(people.member)).toBe(404);
  });

  it('a recipient who cannot be shared with does not stop the others', async () => {
    const { status, body } = await shareCommand([
      { email: 'not an address' },
      { userId: people.nobody },
      { userId: people.deleted },
      { email: 'stranger@example.org' },
      { userId: people.member },
    ]);
    expect(status).toBe(200);
    expect((body as { error: string | null }[]).map(({ error }) => error)).toEqual([
      'Not a valid email!',
      'This person is not in this organization.',
      expect.stringContaining('was removed from this organization'),
      null,
      null,
    ]);
    await unshare(`${people.member}/access/kit/${command.commandId}`);
  });
});

describe('a person of another organization', () => {
  const email = `${people.orgAdminB}@example.com`;

  it('can be given a command to run by an admin, and nothing more', async () => {
    expect((await shareCommand([{ email, newKitDirRole: 'admin' }])).body).toMatchObject([
      { error: 'People from other organizations can run a command, but not change it.' },
    ]);
    expect((await shareFolder([{ email }])).body).toMatchObject([
      { error: 'Only members of this organization can be given a folder.' },
    ]);
    expect(await runStatus(people.orgAdminB)).toBe(404);
    expect((await shareCommand([{ email }])).body).toMatchObject([
      { user_id: people.orgAdminB, error: null },
    ]);
    expect(await runStatus(people.orgAdminB)).toBe(201);
    const path = `/${ORG_A}/kits/${command.commandId}`;
    expect((await send('PATCH', path, { as: people.orgAdminB, body: { name: 'Mine' } })).status).toBe(403);
    const seen = await send('GET', `${path}/users`, { as: people.orgAdminB });
    expect(JSON.stringify(seen.body)).not.toContain('@example.com');
    await unshare(`${people.orgAdminB}/access/kit/${command.commandId}`);
    expect(await runStatus(people.orgAdminB)).toBe(404);
  });

  it('cannot be typed in by an engineer who is not an organization admin', async () => {
    expect((await shareCommand([{ email }], people.engineer)).body).toMatchObject([
      { error: 'You must select a user from the list.' },
    ]);
  });

  it('S14 is not revealed to an engineer who types addresses to find accounts', async () => {
    const typed = [email, email.toUpperCase(), 'stranger@example.org'];
    const { body } = await shareCommand(
      typed.map((address) => ({ email: address })),
      people.engineer,
    );
    expect(body).toEqual(
      typed.map((address) => ({
        user_id: null,
        email: address,
        group_id: null,
        error: 'You must select a user from the list.',
        mail: null,
        mail_id: null,
      })),
    );
  });

  it('cannot be found by guessing ids', async () => {
    const [known, unknown] = await Promise.all(
      [people.orgAdminB, 'demo-none'].map(async (userId) => (await shareCommand([{ userId }])).body),
    );
    const errorOf = (body: unknown) => (body as { error: string }[])[0]?.error;
    expect(errorOf(known)).toBe(errorOf(unknown));
  });
});

describe('what is refused', () => {
  it('S06 a runner shares nothing and takes nothing back', async () => {
    const target = [{ userId: people.member }];
    expect((await shareCommand(target, people.runner)).status).toBe(403);
    expect((await unshare(`${people.engineer}/access/kit/${command.commandId}`, people.runner)).status).toBe(
      403,
    );
    expect((await shareFolder(target, people.folderRunner)).status).toBe(403);
    expect(
      (await unshare(`${people.engineer}/access/directory/${folderId}`, people.folderRunner)).status,
    ).toBe(403);
  });

  it('S08 a private command is shared by nobody: unseen by others, a conflict for its creator', async () => {
    const { commandId } = command;
    const { createdByUserId } = await prisma().command.findUniqueOrThrow({ where: { commandId } });
    await prisma().command.update({ where: { commandId }, data: { visibility: 'justme' } });
    expect((await shareCommand([{ userId: people.member }], people.engineer)).status).toBe(404);
    expect((await shareCommand([{ userId: people.member }], createdByUserId)).status).toBe(409);
    await prisma().command.update({ where: { commandId }, data: { visibility: 'org' } });
  });

  it('S09 people cannot change their own role', async () => {
    expect(
      (await shareCommand([{ userId: people.engineer, newKitDirRole: 'runner' }], people.engineer)).body,
    ).toMatchObject([{ error: 'Users cannot change their own role.' }]);
    expect(
      (await unshare(`${people.engineer}/access/kit/${command.commandId}`, people.engineer)).status,
    ).toBe(409);
  });

  it('S20 unknown keys are a 400, and change nothing', async () => {
    const grants = () => prisma().commandUserGrant.count();
    const before = await grants();
    for (const recipient of [
      { userId: people.member, role: 'admin' },
      { userId: people.member, orgId: ORG_B },
    ]) {
      expect((await shareCommand([recipient])).status).toBe(400);
    }
    expect(
      (await shareCommand([{ userId: people.member }], people.orgAdmin, { createdBy: 'x' })).status,
    ).toBe(400);
    expect(await grants()).toBe(before);
  });

  it('S24 a base address that is not ours is refused', async () => {
    const target = [{ userId: people.member }];
    for (const baseUrl of [
      'https://evil.example',
      'http://localhost:3000.evil.example',
      'javascript:alert(1)',
    ]) {
      expect((await shareCommand(target, people.orgAdmin, { baseUrl })).status).toBe(400);
    }
    expect((await shareCommand(target, people.orgAdmin, { baseUrl: 'http://localhost:3000' })).status).toBe(
      200,
    );
    await unshare(`${people.member}/access/kit/${command.commandId}`);
  });

  it("an empty list gets the form's message", async () => {
    const { status, body } = await shareCommand([]);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { message: 'Please enter at least one email address.' } });
  });
});

describe('two people who change the same at once', () => {
  const path = () => `access/kit/${command.commandId}`;
  const trail = async (userId: string) => {
    const events = await prisma().auditEvent.findMany({
      where: { action: { in: ['command.share', 'command.unshare'] }, subjectId: String(command.commandId) },
      orderBy: { auditEventId: 'asc' },
    });
    const roleOf = (side: unknown) => {
      const said = side as { user_id: string; role: string } | null;
      return said?.user_id === userId ? said.role : null;
    };
    return events
      .map(({ before, after }) => [roleOf(before), roleOf(after)])
      .filter(([before, after]) => before !== null || after !== null);
  };

  it('take turns: no change is lost or half done, and each is logged with its previous state', async () => {
    const many = [people.member, people.groupRunner, people.folderRunner];
    const recipients = (order: string[], newKitDirRole: string) =>
      order.map((userId) => ({ userId, newKitDirRole }));
    const before = (await trail(people.member)).length;
    const answers = await Promise.all([
      shareCommand(recipients(many, 'admin')),
      shareCommand(recipients([...many].reverse(), 'runner'), people.engineer),
      shareCommand(recipients(many, 'runner'), people.creator),
      shareCommand(recipients([...many].reverse(), 'admin')),
      unshare(`${people.member}/${path()}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 204]);
    const events = (await trail(people.member)).slice(before);
    // A log in which every event begins where the previous one ended.
    for (const [index, [from]] of events.entries()) expect(from).toBe(events[index - 1]?.[1] ?? null);
    for (const userId of many) await unshare(`${userId}/${path()}`);
  });

  it('S15 one of them loses the command to the other, whose next change is refused', async () => {
    await shareCommand([{ userId: people.member, newKitDirRole: 'admin' }]);
    const { refused } = await transaction(async (tx) => {
      await lockShared(tx, { kind: 'command', orgId: ORG_A, id: command.commandId });
      await tx.query('delete from command_user_grant where command_id = $1 and user_id = $2', [
        command.commandId,
        people.member,
      ]);
      // It passes the first check, since this has not committed yet, and waits for it.
      const sent = shareCommand([{ userId: people.groupRunner, newKitDirRole: 'admin' }], people.member);
      await expect.poll(waitingForLocks).toBe(1);
      return { refused: sent };
    });
    expect((await refused).status).toBe(404);
    expect(
      await prisma().commandUserGrant.count({
        where: { commandId: command.commandId, userId: people.groupRunner },
      }),
    ).toBe(0);
  });
});

async function waitingForLocks(): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}

describe('sharing a folder', () => {
  it('S15 gives every command in it, until it is taken back', async () => {
    expect(await runStatus(people.member)).toBe(404);
    await shareFolder([{ userId: people.member }]);
    expect(await runStatus(people.member)).toBe(201);
    expect((await unshare(`${people.member}/access/directory/${folderId}`)).status).toBe(204);
    expect(await runStatus(people.member)).toBe(404);
  });

  it('shows an invited person as pending to people with a role on it, until the role is taken back', async () => {
    await shareFolder([{ userId: people.pending }]);
    const pending = async (as: string) => {
      const { body } = await send('GET', `/${ORG_A}/directories/${folderId}`, { as });
      const { uods, all_users } = body as Record<'uods' | 'all_users', { user_id: string }[]>;
      return [uods, all_users].map((list) => list.filter(({ user_id }) => user_id === people.pending));
    };
    const theirs = { role: 'runner', is_pending_to_org: true };
    expect(await pending(people.orgAdmin)).toMatchObject([[theirs], [theirs]]);
    // A command in it is all that this person has of the folder.
    expect(await pending(people.runner)).toEqual([[], []]);
    await unshare(`${people.pending}/access/directory/${folderId}`);
    expect(await pending(people.orgAdmin)).toEqual([[], []]);
  });
});
