import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { waitingMail } from '../../support/things/mail';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp({ INVITATIONS_PER_HOUR: '8' });

const as = people.orgAdmin;
let command: MadeCommand;

beforeAll(async () => {
  await createOrganizations();
  ({ command } = await createGrantedCommands());
});
beforeEach(() => prisma().mailMessage.deleteMany());

const createOrg = (by: string, body: object) => send('POST', '/users/me/orgs', { as: by, body });
const invite = (emails: string[], more: object = {}) =>
  send('POST', `/${ORG_A}/invite`, {
    as,
    body: { recipients: emails.map((email) => ({ email, ...more })) },
  });

describe('S79 a person who gives themselves another name', () => {
  beforeAll(async () => {
    const made = await createOrg(people.outsider, { orgName: 'Pay', userName: 'Dana Lee' });
    expect(made.status).toBe(201);
  });

  it('is written down wherever they are known, with both names', async () => {
    const written = {
      actorUserId: people.outsider,
      before: { name: 'outsider' },
      after: { name: 'Dana Lee' },
    };
    const rows = await prisma().auditEvent.findMany({
      where: { action: 'person.name' },
      orderBy: { orgId: 'asc' },
    });
    // In A they have a command, in B they are a member.
    expect(rows).toMatchObject([
      { orgId: ORG_A, ...written },
      { orgId: ORG_B, ...written },
    ]);
    const { body } = await send('GET', `/${ORG_A}/audit?filter=action:person.name`, { as });
    expect(body).toMatchObject([{ user_name: 'outsider', subject_id: people.outsider }]);
  });

  it('has the admins told', async () => {
    for (const [orgId, admin] of [
      [ORG_A, people.orgAdmin],
      [ORG_B, people.orgAdminB],
    ] as const) {
      const { body } = await send('GET', `/${orgId}/notifications`, { as: admin });
      expect(body).toMatchObject({
        notifications: [{ kind: 'person_renamed', actor_name: 'outsider', name: 'Dana Lee' }],
      });
    }
    const { body } = await send('GET', `/${ORG_A}/notifications`, { as: people.member });
    expect(body).toMatchObject({ notifications: [] });
  });

  it('in their account is written down and told as well', async () => {
    const rename = (name: string, by: string) => send('PATCH', '/users/me', { as: by, body: { name } });
    expect(await rename('Dana Cole', people.outsider)).toMatchObject({
      status: 200,
      body: { user_id: people.outsider, name: 'Dana Cole' },
    });
    const written = { before: { name: 'Dana Lee' }, after: { name: 'Dana Cole' } };
    const rows = await prisma().auditEvent.findMany({
      where: { action: 'person.name', orgId: ORG_B },
      orderBy: { auditEventId: 'desc' },
    });
    expect(rows[0]).toMatchObject(written);
    expect((await rename('Dana Lee', people.outsider)).status).toBe(200);
    const issuer = { issuer: 'https://sso.example', subject: 'm-1', userId: people.member };
    await prisma().identity.create({ data: issuer });
    expect(await rename('Someone Else', people.member)).toMatchObject({
      status: 409,
      body: { error: { issues: [{ path: 'name' }] } },
    });
    await prisma().identity.deleteMany({ where: { userId: people.member } });
    const { body } = await send('POST', '/users/me', { as: people.member, body: { user: { name: 'x' } } });
    expect(body).toMatchObject({ message: expect.stringContaining('What was sent as `user` was ignored') });
  });

  it('is not renamed by saying the name that they have', async () => {
    const before = await prisma().auditEvent.count({ where: { action: 'person.name' } });
    await createOrg(people.outsider, { orgName: 'Again', userName: 'Dana Lee' });
    expect(await prisma().auditEvent.count({ where: { action: 'person.name' } })).toBe(before);
  });
});

describe('S79 a name that is typed', () => {
  const hostile = ['Pay at https://evil.example/pay', 'ceo@evil.example', 'Dana\u202eeeL', 'Dana\u0007'];

  it.each(hostile)('can’t be %j', async (name) => {
    const refused = [
      await createOrg(people.nobody, { orgName: name }),
      await createOrg(people.nobody, { orgName: 'Fine', userName: name }),
      await send('PATCH', '/users/me', { as: people.nobody, body: { name } }),
      await send('PATCH', `/${ORG_A}/org`, { as, body: { name } }),
      await send('POST', `/${ORG_A}/groups`, { as, body: { name } }),
      await send('PATCH', `/${ORG_A}/groups/group-1`, { as, body: { name } }),
      await send('POST', `/${ORG_A}/service-accounts`, { as, body: { name } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
  });

  it.each(['Dana\u202eeeL', 'Dana\u0007'])('can’t be %j for a thing, either', async (name) => {
    const refused = [
      await send('POST', `/${ORG_A}/directories`, { as, body: { name } }),
      await send('PATCH', `/${ORG_A}/command-templates/${command.templateId}`, {
        as,
        body: { overrideName: name },
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400]);
  });
});

describe('S79 a message', () => {
  it('holds no address but the sender’s, whatever people and things are called', async () => {
    await prisma().org.update({
      where: { orgId: ORG_A },
      data: { name: 'Pay at https://evil.example/pay' },
    });
    await prisma().user.update({ where: { userId: as }, data: { name: 'CFO www.evil.example' } });
    await prisma().command.update({
      where: { commandId: command.commandId },
      data: { name: 'refunds.evil.example' },
    });
    await invite(['new@example.org'], { name: 'ceo@evil.example' });
    await send('POST', `/${ORG_A}/kits/${command.commandId}/share`, {
      as,
      body: { recipients: [{ userId: people.member }] },
    });
    const messages = await waitingMail(ORG_A);
    expect(messages.map(({ kind }) => kind)).toEqual(['share', 'invite']);
    for (const { subject, content } of messages) {
      const texts = [subject, ...content.paragraphs, content.link?.label, content.replyTo?.name].join('\n');
      expect(texts).not.toMatch(/evil\.example|:\/\//);
      expect(texts).toContain('evil example');
    }
    const [, invitation] = messages;
    expect(invitation?.subject).toBe(
      'CFO www evil example (demo-admin-a@example.com) invites you to Pay at https evil example/pay on Pushboard',
    );
    expect(invitation?.content.paragraphs[0]).toContain('(demo-admin-a@example.com) invites you');
  });

  it('of someone without a verified address says so', async () => {
    await prisma().user.update({ where: { userId: as }, data: { email: null } });
    await invite(['other@example.org']);
    expect((await waitingMail(ORG_A))[0]?.subject).toContain('(without a verified address) invites you');
    await prisma().user.update({ where: { userId: as }, data: { email: `${as}@example.com` } });
  });
});

describe('S79 invitations', () => {
  const sent = () => prisma().mailMessage.updateMany({ data: { state: 'sent' } });

  it('go to one address a few times a day, and to others meanwhile', async () => {
    for (let times = 1; times <= 5; times += 1) {
      expect((await invite(['often@example.org'])).body).toMatchObject([{ error: null }]);
      await sent();
    }
    expect((await invite(['Often@example.org', 'new-1@example.org'])).body).toMatchObject([
      { error: expect.stringContaining('several times today') },
      { error: null },
    ]);
  });

  it('are limited in an hour, in all organizations together', async () => {
    const many = Array.from({ length: 8 }, (_, index) => `limit-${index}@example.org`);
    expect((await invite(many)).status).toBe(200);
    const further = await invite(['more@example.org']);
    expect(further.status).toBe(429);
    const shared = await send('POST', `/${ORG_A}/kits/${command.commandId}/share`, {
      as,
      body: { recipients: [{ email: 'more@example.org', newToOrg: true }] },
    });
    expect(shared.status).toBe(429);
  });
});
