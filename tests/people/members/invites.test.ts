import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { newestLink, waitingMail } from '../../support/things/mail';
import {
  createCommand,
  createCredential,
  createOrganizations,
  ORG_A,
  ORG_B,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp({ APP_URL: 'https://push.example.com', MAILS_PER_HOUR: '60' });

beforeAll(createOrganizations);

const inOrgA = (what: object) => expect.objectContaining({ org_id: ORG_A, ...what });
beforeEach(() => prisma().mailMessage.deleteMany());

type Recipient = Record<string, unknown>;

const invite = (recipients: Recipient[], more: object = {}, as: string = people.orgAdmin) =>
  send('POST', `/${ORG_A}/invite`, { as, body: { recipients, ...more } });

const newestToken = async () => (await newestLink(ORG_A)).hash.slice(1);

const readInvitation = (joinOrgToken: string) =>
  send('POST', '/users/invitation', { body: { joinOrgToken } });

const join = (joinOrgToken: string, userId: string, as = userId) =>
  send('POST', `/users/${userId}/join_org`, { as, body: { joinOrgToken } });

const idOf = async (email: string) => (await prisma().user.findUniqueOrThrow({ where: { email } })).userId;

const membershipOf = (userId: string) =>
  prisma().membership.findUnique({ where: { orgId_userId: { orgId: ORG_A, userId } } });

const audits = (action: string) => prisma().auditEvent.count({ where: { action } });

describe('inviting', () => {
  it('creates a person and a pending membership, and mails them a link to this Pushboard', async () => {
    const { status, body } = await invite([{ email: 'Nora.New@Example.org' }], {
      optionalNote: 'Welcome!',
      baseUrl: 'https://push.example.com/org-a/commands',
    });
    const userId = await idOf('nora.new@example.org');
    expect({ status, body }).toEqual({
      status: 200,
      body: [
        {
          email: 'nora.new@example.org',
          user_id: userId,
          error: null,
          mail: 'outbox',
          mail_id: expect.any(Number),
        },
      ],
    });
    expect(await membershipOf(userId)).toMatchObject({ role: 'member', state: 'pending' });
    const [mail] = await waitingMail(ORG_A);
    expect(mail).toMatchObject({
      kind: 'invite',
      toAddress: 'nora.new@example.org',
      subject: 'admin-a (demo-admin-a@example.com) invites you to org-a on Pushboard',
    });
    expect(mail?.content.note).toBe('Welcome!');
    expect((await newestLink(ORG_A)).href).toMatch(/^https:\/\/push\.example\.com\/join#[\w-]{43}$/);
    expect(await audits('member.invite')).toBe(1);
  });

  it('names a sandbox as its people see it: by its number only if one of them is in another organization', async () => {
    const orgId = 'sandbox-7';
    await prisma().user.create({ data: { userId: 'demo-sandy', name: 'Sandy', email: 'sandy@example.com' } });
    await prisma().org.create({
      data: {
        orgId,
        name: 'Sandbox',
        isSandbox: true,
        slugs: { create: { slug: orgId } },
        memberships: { create: { userId: 'demo-sandy', role: 'admin' } },
      },
    });
    const invited = async (email: string) => {
      const sent = await send('POST', `/${orgId}/invite`, {
        as: 'demo-sandy',
        body: { recipients: [{ email }] },
      });
      expect(sent.status).toBe(200);
      const { body } = await readInvitation((await newestLink(orgId)).hash.slice(1));
      return [(await waitingMail(orgId))[0]?.subject, (body as { org_name: string }).org_name];
    };
    const subject = (name: string) => `Sandy (sandy@example.com) invites you to ${name} on Pushboard`;
    expect(await invited('first@example.org')).toEqual([subject('Sandbox'), 'Sandbox']);
    await prisma().membership.create({ data: { orgId: ORG_B, userId: 'demo-sandy' } });
    expect(await invited('second@example.org')).toEqual([subject('Sandbox 7'), 'Sandbox 7']);
  });

  it('may name groups and folders, which the person has once they have joined', async () => {
    const [group, folder] = await Promise.all([
      prisma().group.create({ data: { orgId: ORG_A, groupId: 'g-night', name: 'Night shift' } }),
      prisma().folder.create({ data: { orgId: ORG_A, name: 'Night orders' } }),
    ]);
    const named = { groupIds: [group.groupId, group.groupId], directoryIds: [folder.folderId] };
    const { status } = await invite([{ email: 'nadia@example.org' }], named);
    expect(status).toBe(200);
    const userId = await idOf('nadia@example.org');
    const has = async () => [
      await prisma().groupMember.count({ where: { orgId: ORG_A, groupId: group.groupId, userId } }),
      await prisma().folderUserGrant.findMany({
        where: { orgId: ORG_A, folderId: folder.folderId },
        select: { userId: true, role: true },
      }),
    ];
    expect(await has()).toEqual([1, [{ userId, role: 'runner' }]]);
    // A second invitation changes nothing about a role that is higher by now.
    await prisma().folderUserGrant.updateMany({ where: { userId }, data: { role: 'admin' } });
    await invite([{ email: 'nadia@example.org' }], named);
    expect(await has()).toEqual([1, [{ userId, role: 'admin' }]]);
    expect(await audits('group.add')).toBe(1);
    expect(await audits('folder.share')).toBe(1);
  });

  it('invites nobody if a group or a folder is not in the organization', async () => {
    const foreign = await prisma().folder.create({ data: { orgId: ORG_B, name: 'Theirs' } });
    await prisma().group.create({ data: { orgId: ORG_B, groupId: 'g-theirs', name: 'Theirs' } });
    for (const named of [{ directoryIds: [foreign.folderId] }, { groupIds: ['g-theirs'] }]) {
      expect((await invite([{ email: 'zoe@example.org' }], named)).status).toBe(404);
    }
    expect(await prisma().user.count({ where: { email: 'zoe@example.org' } })).toBe(0);
  });

  it('reports why a person cannot be invited, and invites the others', async () => {
    const { body } = await invite([
      { email: 'nobody' },
      { email: `${people.member}@example.com` },
      { email: `${people.deleted}@example.com` },
      { userId: people.outsider },
      { email: 'tom@example.org', newOrgRole: 'admin', name: 'Tom\r\nTest' },
    ]);
    expect((body as { error: string | null }[]).map(({ error }) => error)).toEqual([
      'Not a valid email!',
      'User already has access to this org.',
      'deleted was removed from this organization. Restore them under Organization users.',
      'This person is not in this organization.',
      null,
    ]);
    const tom = await prisma().user.findUniqueOrThrow({ where: { email: 'tom@example.org' } });
    expect(tom.name).toBe('tom');
    expect(await membershipOf(tom.userId)).toMatchObject({
      role: 'admin',
      state: 'pending',
      invitedName: 'Tom Test',
    });
    expect(await prisma().mailMessage.count()).toBe(1);
  });

  it('a person with an account elsewhere keeps it as it is', async () => {
    await invite([{ email: `${people.orgAdminB}@example.com` }]);
    expect(await membershipOf(people.orgAdminB)).toMatchObject({ state: 'pending' });
    const { body } = await send('GET', `/${ORG_B}/members/${people.orgAdminB}`, { as: people.orgAdminB });
    expect(body).toMatchObject({ role: 'admin', is_pending_to_org: false });
    // A person who is only invited has nothing yet.
    expect((await send('GET', `/${ORG_A}/members`, { as: people.orgAdminB })).status).toBe(404);
  });

  it('nobody, to another address, or with unknown keys is refused', async () => {
    expect((await invite([])).body).toMatchObject({
      error: { message: 'Please enter at least one email address.' },
    });
    const someone = [{ email: 'ann@example.org' }];
    expect((await invite(someone, { baseUrl: 'https://evil.example.com' })).status).toBe(400);
    expect((await invite(someone, { role: 'admin' })).status).toBe(400);
    expect((await invite(someone, { optionalNote: 'x'.repeat(2001) })).status).toBe(400);
    expect((await invite(someone, {}, people.member)).status).toBe(403);
    expect(await prisma().user.count({ where: { email: 'ann@example.org' } })).toBe(0);
  });

  it('S47 S57 more people than the hourly limit is refused, and changes nothing', async () => {
    const many = Array.from({ length: 61 }, (_, index) => ({ email: `many-${index}@example.org` }));
    expect((await invite(many)).status).toBe(429);
    expect(await prisma().user.count({ where: { email: { startsWith: 'many-' } } })).toBe(0);
  });

  it('S57 by two requests at once counts for both', async () => {
    const of = (name: string) =>
      Array.from({ length: 31 }, (_, index) => ({ email: `${name}-${index}@example.org` }));
    const both = await Promise.all([invite(of('left')), invite(of('right'))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(await prisma().mailMessage.count()).toBe(31);
  });

  it('the same address by two at once creates one person, one membership, and one message with a valid link', async () => {
    const both = await Promise.all([
      invite([{ email: 'twin@example.org' }]),
      invite([{ email: 'TWIN@example.org' }]),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const links = (await waitingMail(ORG_A)).map(({ content }) =>
      new URL(content.link?.url ?? '').hash.slice(1),
    );
    const answers = await Promise.all(links.map((token) => readInvitation(token)));
    expect(answers.map(({ status }) => status)).toEqual([200]);
  });
});

describe('an invitation', () => {
  const email = 'ivy@example.org';
  let token: string;
  let userId: string;

  beforeEach(async () => {
    const { body } = await invite([{ email }]);
    expect(body).toMatchObject([{ error: null }]);
    token = await newestToken();
    userId = await idOf(email);
  });

  it('shows who invites whom to what', async () => {
    expect(await readInvitation(token)).toMatchObject({
      status: 200,
      body: {
        org_id: ORG_A,
        org_name: 'org-a',
        org_slug: ORG_A,
        role: 'member',
        user_id: userId,
        name: 'ivy',
        email,
        invited_by: 'admin-a (demo-admin-a@example.com)',
        is_accepted: false,
      },
    });
  });

  it('S30 opens for nobody else, and stays open when another person tries', async () => {
    for (const as of [people.nobody, people.orgAdminB, people.orgAdmin]) {
      expect(await join(token, as)).toMatchObject({
        status: 403,
        body: { error: { message: expect.stringContaining(`This invitation is for ${email}`) } },
      });
    }
    expect((await join(token, userId, people.nobody)).status).toBe(404);
    expect((await send('POST', `/users/${userId}/join_org`, { body: { joinOrgToken: token } })).status).toBe(
      401,
    );
    expect(await membershipOf(userId)).toMatchObject({ state: 'pending' });
    expect((await readInvitation(token)).status).toBe(200);
  });

  it('S30 ends with a newer one, after a week, with another address, and when it is withdrawn', async () => {
    await invite([{ userId }]);
    const newer = await newestToken();
    expect((await readInvitation(token)).status).toBe(404);
    expect((await join(token, userId)).status).toBe(404);
    const later = vi.spyOn(clock, 'nowMs').mockReturnValue(Date.now() + 7 * 24 * 3_600_000 + 1000);
    expect((await join(newer, userId)).status).toBe(404);
    later.mockRestore();
    await prisma().user.update({ where: { userId }, data: { email: 'ivy-now@example.org' } });
    expect((await join(newer, userId)).status).toBe(404);
    await prisma().user.update({ where: { userId }, data: { email } });
    await send('PATCH', `/${ORG_A}/members/${userId}`, { as: people.orgAdmin, body: { isDeleted: true } });
    expect((await join(newer, userId)).status).toBe(404);
    expect(await membershipOf(userId)).toMatchObject({ state: 'deleted' });
    await send('PATCH', `/${ORG_A}/members/${userId}`, { as: people.orgAdmin, body: { isDeleted: false } });
  });

  it('deletes an earlier unsent message, so that no ended link arrives', async () => {
    const message = await prisma().mailMessage.findFirstOrThrow({ where: { toUserId: userId } });
    await invite([{ userId }]);
    const left = await prisma().mailMessage.findMany({ where: { toUserId: userId } });
    expect(left).toHaveLength(1);
    expect(left[0]?.mailId).not.toBe(message.mailId);
  });

  it('S30 cannot be guessed: any other token gets the same response', async () => {
    const guesses = ['x', 'x'.repeat(43), token.slice(1), `${token}A`, token.toUpperCase()];
    const told = new Set<unknown>();
    for (const guess of guesses) {
      for (const { status, body } of [await readInvitation(guess), await join(guess, userId)]) {
        expect(status).toBe(404);
        told.add((body as { error: { message: string } }).error.message);
      }
    }
    expect(told.size).toBe(1);
    expect((await readInvitation('')).status).toBe(400);
    expect((await readInvitation('x'.repeat(201))).status).toBe(400);
  });

  it('S32 is stored as a hash, and the link only in the sealed message', async () => {
    const tables = [
      await prisma().joinToken.findMany(),
      await prisma().auditEvent.findMany(),
      await prisma().mailMessage.findMany({ omit: { sealedContent: true } }),
    ];
    const text = JSON.stringify(tables, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    expect(text).not.toContain(token);
    const sealed = await prisma().mailMessage.findMany({ select: { sealedContent: true } });
    for (const { sealedContent } of sealed) {
      expect(Buffer.from(sealedContent ?? []).toString('latin1')).not.toContain(token);
    }
  });

  it('S30 lets its person in, once', async () => {
    expect((await send('GET', `/${ORG_A}/members`, { as: userId })).status).toBe(404);
    const answers = await Promise.all([join(token, userId), join(token, userId)]);
    const joined = { success: true, message: 'You are now in org-a.', org_id: ORG_A, org_slug: ORG_A };
    expect(answers.map(({ body }) => body)).toEqual([joined, joined]);
    expect((await send('GET', `/${ORG_A}/members`, { as: userId })).status).toBe(200);
    expect((await readInvitation(token)).body).toMatchObject({ email, is_accepted: true });
    expect((await join(token, people.nobody)).status).toBe(403);
    const event = await prisma().auditEvent.findMany({ where: { action: 'member.join', subjectId: userId } });
    expect(event).toHaveLength(1);
    expect((await invite([{ email }])).body).toMatchObject([
      { error: 'User already has access to this org.' },
    ]);
    await send('PATCH', `/${ORG_A}/members/${userId}`, { as: people.orgAdmin, body: { isDeleted: true } });
    expect((await join(token, userId)).status).toBe(404);
    expect((await readInvitation(token)).status).toBe(404);
    await prisma().membership.delete({ where: { orgId_userId: { orgId: ORG_A, userId } } });
  });
});

describe('in demo mode', () => {
  it('signing in with an invitation joins first, and creates no other organization', async () => {
    await invite([{ email: 'joins@example.org' }]);
    const joinOrgToken = await newestToken();
    const userId = await idOf('joins@example.org');
    const signIn = (body: object) => send('POST', '/demo/sign-in', { body });
    expect((await signIn({ userId: people.member, joinOrgToken })).status).toBe(403);
    const { status, headers } = await signIn({ userId, joinOrgToken });
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toContain('__Host-pushboard_session=');
    const memberships = await prisma().membership.findMany({ where: { userId } });
    expect(memberships).toMatchObject([{ orgId: ORG_A, state: 'active' }]);
    expect((await signIn({ userId: people.member, joinOrgToken })).status).toBe(403);
    expect((await signIn({ userId, joinOrgToken })).status).toBe(200);
    expect(await prisma().auditEvent.count({ where: { action: 'member.join', subjectId: userId } })).toBe(1);
  });

  it('an invited person can be picked to sign in as', async () => {
    await invite([{ email: 'demo.guest@example.org' }]);
    const userId = await idOf('demo.guest@example.org');
    const { body } = await send('GET', '/demo/people');
    expect(body).toContainEqual({
      user_id: userId,
      name: 'demo guest',
      email: 'demo.guest@example.org',
      orgs: [],
    });
  });

  it('the people to pick from say who builds commands', async () => {
    await createCommand(ORG_A, people.creator, await createCredential(ORG_A), { friendlyName: 'build' });
    const { body } = await send('GET', '/demo/people');
    expect(body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ user_id: people.orgAdmin, orgs: [inOrgA({ role: 'admin' })] }),
        expect.objectContaining({ user_id: people.creator, orgs: [inOrgA({ is_engineer: true })] }),
        expect.objectContaining({ user_id: people.member, orgs: [inOrgA({ is_engineer: false })] }),
      ]),
    );
  });
});

describe('S75 the name of an invited person', () => {
  const asAdmin = { as: people.orgAdmin };
  const REAL = 'Realname Canary';
  const stranger = people.orgAdminB;
  const address = `${stranger}@example.com`;

  beforeEach(async () => {
    await prisma().membership.deleteMany({ where: { orgId: ORG_A, userId: stranger } });
    await prisma().user.update({ where: { userId: stranger }, data: { name: REAL } });
  });

  /** All that the organization can read of its people. */
  async function everythingTold(token: string): Promise<string> {
    const paths = [
      `/${ORG_A}/members`,
      `/${ORG_A}/members?filter=name:contains:Canary`,
      `/${ORG_A}/members/${stranger}`,
      `/${ORG_A}/recipients?search=Canary`,
      `/${ORG_A}/recipients?search=${stranger}`,
      `/${ORG_A}/outbox`,
      `/${ORG_A}/audit`,
      `/${ORG_A}/skinny-kits`,
    ];
    const told = await Promise.all(paths.map(async (path) => (await send('GET', path, asAdmin)).body));
    return JSON.stringify([...told, (await readInvitation(token)).body]);
  }

  it('is not told to those who invite them, until they join', async () => {
    await invite([{ email: address }]);
    const token = await newestToken();
    expect(await everythingTold(token)).not.toContain('Realname');
    expect((await send('GET', `/${ORG_A}/members?filter=name:${stranger}`, asAdmin)).body).toHaveLength(1);
    expect((await send('GET', `/${ORG_A}/members?filter=name:contains:Canary`, asAdmin)).body).toEqual([]);
    await join(token, stranger);
    expect((await send('GET', `/${ORG_A}/members/${stranger}`, asAdmin)).body).toMatchObject({ name: REAL });
  });

  it('that others give them is shown to those alone, and never becomes their own', async () => {
    await invite([{ email: address, name: 'Our Guest' }]);
    const { body } = await send('GET', `/${ORG_A}/members/${stranger}`, asAdmin);
    expect(body).toMatchObject({ name: 'Our Guest', is_pending_to_org: true });
    expect((await send('GET', '/users/me', { as: stranger })).body).toMatchObject({ name: REAL });

    await invite([{ email: 'new@example.org', name: 'Rude Nickname' }]);
    const userId = await idOf('new@example.org');
    expect((await send('GET', `/${ORG_A}/members/${userId}`, asAdmin)).body).toMatchObject({
      name: 'Rude Nickname',
    });
    await join(await newestToken(), userId);
    expect((await send('GET', '/users/me', { as: userId })).body).toMatchObject({ name: 'new' });
    expect((await send('GET', `/${ORG_A}/members/${userId}`, asAdmin)).body).toMatchObject({ name: 'new' });
  });
});
