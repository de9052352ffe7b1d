import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { newestLink, waitingMail } from '../support/things/mail';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';

withApp({ APP_URL: 'https://push.example.com', MAILS_PER_HOUR: '100' });

let command: MadeCommand;
let folderId: number;

beforeAll(async () => {
  await createOrganizations();
  ({ command, folderId } = await createGrantedCommands());
});
beforeEach(() => prisma().mailMessage.deleteMany());

type Recipient = Record<string, unknown>;

const share = (recipients: Recipient[], more: object = {}, as: string = people.orgAdmin) =>
  send('POST', `/${ORG_A}/kits/${command.commandId}/share`, { as, body: { recipients, ...more } });

const shareFolder = (recipients: Recipient[], more: object = {}, as: string = people.orgAdmin) =>
  send('POST', `/${ORG_A}/directories/${folderId}/share`, { as, body: { recipients, ...more } });

const runStatus = async (as: string) =>
  (
    await send('POST', `/${ORG_A}/run-async-i`, {
      as,
      body: { olId: command.templateId, kitId: command.commandId },
    })
  ).status;

const find = (email: string) =>
  prisma().user.findUnique({ where: { email }, include: { memberships: true } });

describe('sharing', () => {
  it('S24 mails the recipients, with the note and the link', async () => {
    expect(
      (await share([{ userId: people.member }], { optionalNote: 'For refunds.' }, people.engineer)).body,
    ).toMatchObject([{ user_id: people.member, error: null, mail: 'outbox' }]);
    const [mail] = await waitingMail(ORG_A);
    expect(mail).toMatchObject({
      kind: 'share',
      toAddress: `${people.member}@example.com`,
      subject: 'engineer shared cmd1 with you',
    });
    expect(mail?.content.paragraphs).toEqual([
      `engineer (${people.engineer}@example.com) shared the command “cmd1” of org-a with you. You can run it.`,
    ]);
    expect(mail?.content.note).toBe('For refunds.');
    expect((await newestLink(ORG_A)).href).toBe(
      `https://push.example.com/org-a/builder?id=${command.commandId}`,
    );
  });

  it('a folder leads to the folder', async () => {
    await shareFolder([{ userId: people.member, newKitDirRole: 'admin' }]);
    const [mail] = await waitingMail(ORG_A);
    expect(mail?.content.paragraphs[0]).toContain('the folder “Refunds”');
    expect(mail?.content.paragraphs[0]).toContain('You can run and configure the commands in it.');
    expect((await newestLink(ORG_A)).href).toBe(`https://push.example.com/org-a/commands?folder=${folderId}`);
  });

  it('mails nobody who was refused or has no address, and nobody at all with skipTheSending', async () => {
    await share([{ userId: people.member }], { skipTheSending: true });
    await prisma().user.update({ where: { userId: people.groupRunner }, data: { email: null } });
    const { body } = await share([{ userId: people.deleted }, { userId: people.groupRunner }]);
    expect(body).toMatchObject([
      { error: 'deleted was removed from this organization.', mail: null },
      { user_id: people.groupRunner, error: null, mail: null },
    ]);
    expect(await prisma().mailMessage.count()).toBe(0);
  });

  it('S58 with the same key sends once', async () => {
    const sent = {
      as: people.orgAdmin,
      body: { recipients: [{ userId: people.member }] },
      headers: { 'Idempotency-Key': 'share-1' },
    };
    const path = `/${ORG_A}/kits/${command.commandId}/share`;
    const [first, second] = [await send('POST', path, sent), await send('POST', path, sent)];
    expect(second.body).toEqual(first.body);
    expect(await prisma().mailMessage.count()).toBe(1);
  });

  it('tells invited people to join first', async () => {
    await share([{ userId: people.pending }], {}, people.engineer);
    const [mail] = await waitingMail(ORG_A);
    expect(mail?.content.paragraphs[1]).toContain('Accept your invitation to org-a first');
  });

  it('S47 S57 with more people than the hourly limit is refused, and shares nothing', async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ email: `many-${index}@example.org` }));
    expect((await share(many)).status).toBe(429);
    expect(await prisma().user.count({ where: { email: { startsWith: 'many-' } } })).toBe(0);
  });
});

describe('sharing a command with a new address', () => {
  it('creates a person who can run it and nothing else, and mails them', async () => {
    expect((await share([{ email: 'otto@example.org' }])).body).toMatchObject([
      { error: null, mail: 'outbox' },
    ]);
    const otto = await find('otto@example.org');
    expect(otto?.memberships).toEqual([]);
    expect(await runStatus(otto?.userId ?? '')).toBe(201);
    expect((await waitingMail(ORG_A))[0]).toMatchObject({ kind: 'share', toAddress: 'otto@example.org' });
    expect((await send('GET', `/${ORG_A}/members`, { as: otto?.userId ?? '' })).status).toBe(404);
  });

  it('as an engineer, or with a folder, needs an invitation to the organization', async () => {
    expect((await share([{ email: 'eva@example.org', newKitDirRole: 'admin' }])).body).toMatchObject([
      { error: 'People from other organizations can run a command, but not change it.' },
    ]);
    expect((await shareFolder([{ email: 'eva@example.org' }])).body).toMatchObject([
      { error: 'Only members of this organization can be given a folder.' },
    ]);
    expect(await find('eva@example.org')).toBeNull();
  });

  it('with an invitation: one message covers both, and they take effect as soon as the person joins', async () => {
    const { body } = await share([{ email: 'eva@example.org', newKitDirRole: 'admin', newToOrg: true }]);
    expect(body).toMatchObject([{ error: null, mail: 'outbox' }]);
    const eva = await find('eva@example.org');
    const userId = eva?.userId ?? '';
    expect(eva?.memberships).toMatchObject([{ role: 'member', state: 'pending' }]);
    const mail = await waitingMail(ORG_A);
    expect(mail).toHaveLength(1);
    expect(mail[0]?.kind).toBe('invite');
    expect(mail[0]?.content.paragraphs[1]).toBe('“cmd1” waits for you there. You can run and configure it.');
    const link = await newestLink(ORG_A);
    expect(link.searchParams.get('to')).toBe(`/org-a/builder?id=${command.commandId}`);
    expect(await runStatus(userId)).toBe(404);
    const joined = await send('POST', `/users/${userId}/join_org`, {
      as: userId,
      body: { joinOrgToken: link.hash.slice(1) },
    });
    expect(joined.status).toBe(200);
    expect(await runStatus(userId)).toBe(201);
    const renamed = await send('PATCH', `/${ORG_A}/kits/${command.commandId}`, {
      as: userId,
      body: { name: 'cmd1' },
    });
    expect(renamed.status).toBe(200);
  });

  it('as an organization admin makes them an engineer of the command, too', async () => {
    await share([{ email: 'ada@example.org', newOrgRole: 'admin' }]);
    const ada = await find('ada@example.org');
    const userId = ada?.userId ?? '';
    expect(ada?.memberships).toMatchObject([{ role: 'admin', state: 'pending' }]);
    expect((await waitingMail(ORG_A))[0]?.content.paragraphs[1]).toContain('You can run and configure it.');
    const token = (await newestLink(ORG_A)).hash.slice(1);
    await send('POST', `/users/${userId}/join_org`, { as: userId, body: { joinOrgToken: token } });
    const renamed = await send('PATCH', `/${ORG_A}/kits/${command.commandId}`, {
      as: userId,
      body: { name: 'cmd1' },
    });
    expect(renamed.status).toBe(200);
  });

  it('S14 requires an organization admin', async () => {
    for (const more of [{}, { newToOrg: true }, { newOrgRole: 'admin' }]) {
      const { body } = await share([{ email: 'mallory@example.org', ...more }], {}, people.engineer);
      expect(body).toMatchObject([
        { user_id: null, error: 'You must select a user from the list.', mail: null },
      ]);
    }
    // Engineers cannot invite a person who has a grant to run a command either.
    const { body } = await share([{ userId: people.outsider, newToOrg: true }], {}, people.engineer);
    expect(body).toMatchObject([{ error: 'Only admins of this organization can invite to it.' }]);
    expect(await find('mallory@example.org')).toBeNull();
    expect(await prisma().mailMessage.count()).toBe(0);
  });

  it('does not invite with newToOrg false, whatever role in the organization is named', async () => {
    const address = 'not-invited@example.org';
    const { body } = await share([{ email: address, newOrgRole: 'member', newToOrg: false }]);
    expect(body).toMatchObject([{ error: null }]);
    const person = await find(address);
    expect(await prisma().membership.count({ where: { userId: person?.userId ?? '' } })).toBe(0);
    expect(await prisma().joinToken.count({ where: { userId: person?.userId ?? '' } })).toBe(0);
  });

  it('an admin of the organization among the recipients is no error, and keeps that role', async () => {
    const { body } = await share([{ userId: people.orgAdmin, newOrgRole: 'member' }], {}, people.engineer);
    expect(body).toMatchObject([{ user_id: people.orgAdmin, error: null }]);
    const where = { orgId_userId: { orgId: ORG_A, userId: people.orgAdmin } };
    expect(await prisma().membership.findUnique({ where })).toMatchObject({ role: 'admin' });
  });

  it('an admin can make a member an admin, who is an engineer of the command then; nobody else can', async () => {
    const role = async () => {
      const where = { orgId_userId: { orgId: ORG_A, userId: people.member } };
      return (await prisma().membership.findUniqueOrThrow({ where })).role;
    };
    const recipients = [{ userId: people.member, newOrgRole: 'admin' }];
    const refused = await share(recipients, {}, people.engineer);
    expect(refused.body).toMatchObject([
      { error: 'Only admins of this organization can make others admins.' },
    ]);
    expect(await role()).toBe('member');
    const audits = () => prisma().auditEvent.count({ where: { action: 'member.role' } });
    const before = await audits();
    const { body } = await share(recipients);
    expect(body).toMatchObject([{ user_id: people.member, error: null }]);
    expect([await role(), await audits()]).toEqual(['admin', before + 1]);
    await prisma().membership.update({
      where: { orgId_userId: { orgId: ORG_A, userId: people.member } },
      data: { role: 'member' },
    });
  });
});
