import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { newestLink, waitingMail } from '../support/things/mail';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../support/things/organizations';
import { people } from '../support/things/people';

withApp({ APP_URL: 'https://push.example.com' });

let command: MadeCommand;
let other: MadeCommand;
let ofB: MadeCommand;

beforeAll(async () => {
  await createOrganizations();
  ({ command, other, ofB } = await createGrantedCommands());
});
beforeEach(() => prisma().mailMessage.deleteMany());

const mailOf = (userId: string) => `${userId}@example.com`;

const ask = (
  toAddresses: string[],
  {
    as = people.member as string,
    kitId = command.commandId as number | null,
    ...more
  }: Record<string, unknown> & { as?: string; kitId?: number | null } = {},
) =>
  send('POST', `/${ORG_A}/send_general_email`, {
    as,
    body: {
      toAddresses,
      message: 'I do the refunds now.',
      subject: 'Access to cmd1',
      ...(kitId === null ? {} : { kitId }),
      ...more,
    },
  });

const read = (token: string, as: string = people.engineer) =>
  send('GET', `/${ORG_A}/access-requests/${token}`, { as });

const tokenOf = async () => (await newestLink(ORG_A)).searchParams.get('request') ?? '';

const setVisibility = (visibility: 'org' | 'justme' | 'public') =>
  prisma().command.update({ where: { commandId: command.commandId }, data: { visibility } });

describe('the engineers of a command', () => {
  it('and its name are shown to a member who lacks access', async () => {
    const { body } = await send('GET', `/${ORG_A}/kits/${command.commandId}/engineers`, {
      as: people.member,
    });
    expect(body).toEqual({
      kit_id: command.commandId,
      name: 'cmd1',
      engineers: ['orgAdmin', 'creator', 'engineer'].map((who) => {
        const userId = people[who as keyof typeof people];
        return { user_id: userId, name: userId.slice(5), email: mailOf(userId) };
      }),
    });
  });

  it('S08 of a private command are shown to nobody, including admins and the creator', async () => {
    await setVisibility('justme');
    const ofNobody = await send('GET', `/${ORG_A}/kits/999999/engineers`, { as: people.member });
    for (const as of [people.member, people.orgAdmin, people.engineer]) {
      const { status, body } = await send('GET', `/${ORG_A}/kits/${command.commandId}/engineers`, { as });
      expect(status).toBe(404);
      expect(body).toMatchObject({
        error: { message: (ofNobody.body as { error: { message: string } }).error.message },
      });
    }
    expect((await ask([mailOf(people.creator)])).status).toBe(404);
    await setVisibility('org');
  });

  it('without an address are left out, and so are those who were removed', async () => {
    await prisma().user.update({ where: { userId: people.creator }, data: { email: null } });
    const { body } = await send('GET', `/${ORG_A}/kits/${command.commandId}/engineers`, {
      as: people.member,
    });
    const found = (body as { engineers: { user_id: string }[] }).engineers.map(({ user_id }) => user_id);
    expect(found).toEqual([people.orgAdmin, people.engineer]);
    await prisma().user.update({
      where: { userId: people.creator },
      data: { email: mailOf(people.creator) },
    });
  });
});

describe('asking for access', () => {
  it('S24 S30 mails each engineer a separate link, which leads to this Pushboard', async () => {
    const { status, body } = await ask([mailOf(people.engineer), mailOf(people.creator)]);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        email: mailOf(people.engineer),
        user_id: people.engineer,
        error: null,
        mail: 'outbox',
        mail_id: null,
      },
      { email: mailOf(people.creator), user_id: people.creator, error: null, mail: 'outbox', mail_id: null },
    ]);
    const mail = await waitingMail(ORG_A);
    expect(mail).toHaveLength(2);
    expect(new Set(mail.map(({ content }) => content.link?.url)).size).toBe(2);
    expect(mail[0]).toMatchObject({ kind: 'access_request', state: 'outbox', subject: 'Access to cmd1' });
    expect(mail[0]?.content.paragraphs[0]).toBe(
      `member (${mailOf(people.member)}) asks you for access to “cmd1” in org-a.`,
    );
    expect(mail[0]?.content.note).toBe('I do the refunds now.');
    expect(mail[0]?.content.replyTo).toEqual({ name: 'member', address: mailOf(people.member) });
    const link = await newestLink(ORG_A);
    expect(link.origin + link.pathname).toBe('https://push.example.com/org-a/builder');
    expect(link.searchParams.get('id')).toBe(String(command.commandId));
    expect(link.searchParams.get('shareOpen')).toBe('true');
    expect(Buffer.from(link.searchParams.get('request') ?? '', 'base64url').length).toBeGreaterThanOrEqual(
      16,
    );
    expect(await prisma().auditEvent.count({ where: { action: 'access.request' } })).toBe(1);
  });

  it('S32 the database and the audit log hold no token', async () => {
    await ask([mailOf(people.engineer)]);
    const token = await tokenOf();
    const [rows, events] = [await prisma().accessRequest.findMany(), await prisma().auditEvent.findMany()];
    expect(
      JSON.stringify([rows, events], (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(token);
    expect(rows.every(({ tokenHash }) => tokenHash.length === 32)).toBe(true);
  });

  it.each([
    ['an address of nobody', 'victim@example.org'],
    ['a runner', mailOf(people.runner)],
    ['a person of another organization', mailOf(people.orgAdminB)],
    ['a removed person', mailOf(people.deleted)],
  ])('S47 mails nobody when %s is among them', async (_who, stranger) => {
    const { status, body } = await ask([mailOf(people.engineer), stranger]);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { issues: [{ path: 'toAddresses.1' }] } });
    expect(await prisma().mailMessage.count()).toBe(0);
  });

  it('S47 an engineer of another command is not an engineer of this one', async () => {
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId: other.commandId, userId: people.runner, role: 'admin' },
    });
    expect((await ask([mailOf(people.runner)])).status).toBe(400);
    expect((await ask([mailOf(people.runner)], { kitId: other.commandId })).status).toBe(200);
    // Without a command, any engineer of the organization, and no link.
    expect((await ask([mailOf(people.runner)], { kitId: null })).status).toBe(200);
    expect((await waitingMail(ORG_A))[0]?.content.link).toBeNull();
    expect((await ask([mailOf(people.member)], { kitId: null })).status).toBe(400);
    await prisma().commandUserGrant.deleteMany({
      where: { commandId: other.commandId, userId: people.runner },
    });
  });

  it('a malformed address is reported with its place in the list', async () => {
    expect((await ask([])).body).toMatchObject({ error: { issues: [{ path: 'toAddresses' }] } });
    expect((await ask(['nobody'])).body).toMatchObject({
      error: { issues: [{ path: 'toAddresses.0', message: 'Not a valid email!' }] },
    });
    expect((await ask([mailOf(people.engineer)], { message: ' ' })).status).toBe(400);
    expect((await ask([mailOf(people.engineer)], { message: 'x'.repeat(2001) })).status).toBe(400);
    expect((await ask([mailOf(people.engineer)], { bcc: 'x@example.com' })).status).toBe(400);
    expect(await prisma().mailMessage.count()).toBe(0);
  });

  it("for another organization's command does nothing", async () => {
    expect((await ask([mailOf(people.orgAdmin)], { kitId: ofB.commandId })).status).toBe(404);
  });

  it('S47 S57 more often than the hourly limit is refused, and nothing is sent', async () => {
    const to = [mailOf(people.engineer), mailOf(people.creator)];
    for (let time = 0; time < 20; time++) expect((await ask(to)).status).toBe(200);
    const before = await prisma().mailMessage.count();
    const { status, headers } = await ask(to);
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('3600');
    expect(await prisma().mailMessage.count()).toBe(before);
    expect((await ask(to, { as: people.runner })).status).toBe(200);
  });
});

describe('the link of a request', () => {
  it('shows its engineer who asks for what, as often as they open it', async () => {
    await ask([mailOf(people.engineer)]);
    const token = await tokenOf();
    for (let time = 0; time < 2; time++) {
      expect(await read(token)).toMatchObject({
        status: 200,
        body: {
          user_id: people.member,
          name: 'member',
          email: mailOf(people.member),
          kit_id: command.commandId,
        },
      });
    }
  });

  it('S30 opens for nobody else, not even another engineer or an admin', async () => {
    await ask([mailOf(people.engineer)]);
    const token = await tokenOf();
    for (const as of [people.creator, people.orgAdmin, people.member])
      expect((await read(token, as)).status).toBe(404);
    const elsewhere = await send('GET', `/${ORG_B}/access-requests/${token}`, { as: people.engineer });
    expect(elsewhere.status).toBe(404);
    expect((await read(`${token}x`)).status).toBe(404);
  });

  it('S30 opens by the notification of it, too, for its engineer alone', async () => {
    await ask([mailOf(people.engineer)]);
    const { notificationId } = await prisma().notification.findFirstOrThrow({
      where: { userId: people.engineer, kind: 'access_request' },
      orderBy: { notificationId: 'desc' },
    });
    const named = `notification-${notificationId}`;
    expect(await read(named)).toMatchObject({ status: 200, body: { user_id: people.member } });
    for (const as of [people.creator, people.orgAdmin, people.member])
      expect((await read(named, as)).status).toBe(404);
    expect((await read(`notification-${notificationId + 1}`)).status).toBe(404);
    await prisma().accessRequest.deleteMany({ where: { engineerUserId: people.engineer } });
    expect((await read(named)).status).toBe(404);
  });

  it('S30 ends when the person asks again, and after a week', async () => {
    await ask([mailOf(people.engineer)]);
    const first = await tokenOf();
    await ask([mailOf(people.engineer)]);
    const second = await tokenOf();
    expect((await read(first)).status).toBe(404);
    expect((await read(second)).status).toBe(200);
    const later = vi.spyOn(clock, 'nowMs').mockReturnValue(Date.now() + 7 * 24 * 3_600_000 + 1000);
    expect(await read(second)).toMatchObject({
      status: 404,
      body: { error: { message: expect.stringContaining('no longer open') } },
    });
    later.mockRestore();
  });

  it('S30 is used up when any of the engineers gives access', async () => {
    await ask([mailOf(people.engineer), mailOf(people.creator)]);
    const links = (await waitingMail(ORG_A)).map(({ content }) =>
      new URL(content.link?.url ?? '').searchParams.get('request'),
    );
    const share = { as: people.creator, body: { recipients: [{ userId: people.member }] } };
    expect((await send('POST', `/${ORG_A}/kits/${command.commandId}/share`, share)).status).toBe(200);
    for (const [index, as] of [people.creator, people.engineer].entries()) {
      expect((await read(links[index] ?? '', as)).status).toBe(404);
    }
    expect(
      await prisma().accessRequest.count({
        where: { commandId: command.commandId, requesterUserId: people.member },
      }),
    ).toBe(0);
    await prisma().commandUserGrant.deleteMany({ where: { userId: people.member } });
  });

  it('ends when the engineer can no longer share', async () => {
    await ask([mailOf(people.engineer)]);
    const token = await tokenOf();
    const grant = {
      orgId_commandId_userId: { orgId: ORG_A, commandId: command.commandId, userId: people.engineer },
    };
    await prisma().commandUserGrant.update({ where: grant, data: { role: 'runner' } });
    expect((await read(token)).status).toBe(403);
    await prisma().commandUserGrant.update({ where: grant, data: { role: 'admin' } });
  });
});
