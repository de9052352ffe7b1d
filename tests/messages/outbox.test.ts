import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { env } from '@/server/base/env';
import { noteAnswer, noteFault } from '@/server/base/outside/troubles';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { newestLink } from '../support/things/mail';

import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../support/things/organizations';
import { people } from '../support/things/people';

// A mail server that doesn't exist: no test here waits for it.
withApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'pushboard@example.com' });

let command: MadeCommand;
let folderId: number;
const asAdmin = { as: people.orgAdmin };

beforeAll(async () => {
  await createOrganizations();
  ({ command, folderId } = await createGrantedCommands());
});
beforeEach(() => prisma().mailMessage.deleteMany());

const invite = (email: string) =>
  send('POST', `/${ORG_A}/invite`, { ...asAdmin, body: { recipients: [{ email }] } });

const shareWith = (userId: string) =>
  send('POST', `/${ORG_A}/kits/${command.commandId}/share`, {
    ...asAdmin,
    body: { recipients: [{ userId }], optionalNote: 'Look' },
  });

const newest = async () =>
  (await prisma().mailMessage.findFirstOrThrow({ orderBy: { mailId: 'desc' } })).mailId;

const read = (mailId: number, as: string = people.orgAdmin, orgId = ORG_A) =>
  send('GET', `/${orgId}/outbox/${mailId}`, { as });

const again = (mailId: number) => send('POST', `/${ORG_A}/outbox/${mailId}/send`, asAdmin);

const settle = (mailId: number, state: 'failed' | 'sent') =>
  prisma().mailMessage.update({
    where: { mailId },
    data: {
      state,
      attempts: 3,
      ...(state === 'failed'
        ? { lastError: '550 unknown user' }
        : { sealedContent: null, sentAt: new Date() }),
    },
  });

describe('the outbox', () => {
  it('lists each message with recipient, sender, and state, newest first', async () => {
    await shareWith(people.member);
    await invite('nina@example.org');
    const { status, body } = await send('GET', `/${ORG_A}/outbox`, asAdmin);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { kind: 'invite', state: 'waiting', to_address: 'nina@example.org', sent_by: 'admin-a', attempts: 0 },
      { kind: 'share', state: 'waiting', to_address: `${people.member}@example.com`, last_error: null },
    ]);
    expect(JSON.stringify(body)).not.toContain('#');
  });

  it('is paged by key, and filtered', async () => {
    for (const userId of [people.member, people.runner, people.groupRunner]) await shareWith(userId);
    const first = await send('GET', `/${ORG_A}/outbox?per_page=2`, asAdmin);
    const rows = first.body as { mail_id: number; to_address: string }[];
    expect(rows.map(({ to_address }) => to_address)).toEqual([
      `${people.groupRunner}@example.com`,
      `${people.runner}@example.com`,
    ]);
    const rest = await send('GET', `/${ORG_A}/outbox?per_page=2&before=${rows[1]?.mail_id}`, asAdmin);
    expect(rest.body).toMatchObject([{ to_address: `${people.member}@example.com` }]);
    await settle(rows[0]?.mail_id ?? 0, 'failed');
    const failed = await send('GET', `/${ORG_A}/outbox?filter=state:failed`, asAdmin);
    expect(failed.body).toMatchObject([{ mail_id: rows[0]?.mail_id, last_error: '550 unknown user' }]);
    expect((await send('GET', `/${ORG_A}/outbox?filter=body:x`, asAdmin)).status).toBe(400);
    expect((await send('GET', `/${ORG_A}/outbox?per_page=201`, asAdmin)).status).toBe(400);
  });

  it('opens a message with its text and link, only for admins of its organization', async () => {
    await invite('olga@example.org');
    const mailId = await newest();
    expect(await read(mailId)).toMatchObject({
      status: 200,
      body: {
        mail_id: mailId,
        content: {
          paragraphs: [expect.stringContaining('invites you to org-a')],
          note: null,
          link: { label: 'Join org-a', url: null, is_open: true },
        },
      },
    });
    expect((await read(mailId, people.engineer)).status).toBe(403);
    expect((await read(mailId, people.orgAdminB)).status).toBe(404);
    expect((await read(mailId, people.orgAdminB, ORG_B)).status).toBe(404);
    expect((await read(999_999)).status).toBe(404);
  });

  it('hides a link that makes its holder a member, since mail is sent, and shows other links', async () => {
    await invite('paula@example.org');
    const token = (await newestLink(ORG_A)).hash.slice(1);
    expect(token).not.toBe('');
    const hidden = await read(await newest());
    expect(hidden.body).toMatchObject({ content: { link: { url: null } } });
    expect(JSON.stringify(hidden.body)).not.toContain(token);
    await shareWith(people.member);
    expect((await read(await newest())).body).toMatchObject({
      content: { link: { url: expect.stringContaining('http://localhost:3000/') } },
    });
  });

  it('shows it while the mail server doesn’t answer, which the outcome of the invitation says', async () => {
    onTestFinished(() => noteAnswer('mail'));
    noteFault('mail', new Error('The mail server is down'));
    const { body } = await invite('pia@example.org');
    const mailId = await newest();
    expect(body).toMatchObject([{ error: null, mail: 'delayed', mail_id: mailId }]);
    const joins = { content: { link: { url: expect.stringContaining('/join#') } } };
    expect((await read(mailId)).body).toMatchObject(joins);
    noteAnswer('mail');
    expect((await read(mailId)).body).toMatchObject({ content: { link: { url: null } } });
    const worker = { workerId: 'mailing', troubles: [{ service: 'mail', since: new Date().toISOString() }] };
    await prisma().worker.create({ data: worker });
    onTestFinished(async () => void (await prisma().worker.delete({ where: { workerId: 'mailing' } })));
    expect((await read(mailId)).body).toMatchObject(joins);
  });

  it('S32 keeps no text of sent messages', async () => {
    await shareWith(people.member);
    const mailId = await newest();
    await settle(mailId, 'sent');
    expect((await read(mailId)).body).toMatchObject({ state: 'sent', content: null });
  });
});

describe('sending again', () => {
  it('queues a failed message again, with all its attempts, and is audited', async () => {
    await shareWith(people.member);
    const mailId = await newest();
    await settle(mailId, 'failed');
    await sql.query('delete from graphile_worker._private_jobs');
    expect(await again(mailId)).toMatchObject({
      status: 202,
      body: { state: 'waiting', attempts: 0, last_error: null },
    });
    expect(
      await sql.query('select 1 from graphile_worker.jobs where key = $1', [`mail:${mailId}`]),
    ).toHaveLength(1);
    expect(
      await prisma().auditEvent.count({ where: { action: 'mail.send_again', subjectId: String(mailId) } }),
    ).toBe(1);
  });

  it('a message that is on its way, or was sent, is refused', async () => {
    await shareWith(people.member);
    const mailId = await newest();
    expect((await again(mailId)).status).toBe(409);
    await settle(mailId, 'sent');
    expect((await again(mailId)).status).toBe(409);
  });

  it('S30 a link that no longer works is refused, and shown as such before', async () => {
    const ask = () =>
      send('POST', `/${ORG_A}/send_general_email`, {
        as: people.groupRunner,
        body: {
          toAddresses: [`${people.engineer}@example.com`],
          subject: 'Access',
          message: 'May I change it?',
          kitId: command.commandId,
        },
      });
    await ask();
    const old = await newest();
    await settle(old, 'failed');
    await ask();
    expect((await read(old)).body).toMatchObject({ content: { link: { is_open: false } } });
    expect(await again(old)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('no longer works') } },
    });
    const fresh = await newest();
    await settle(fresh, 'failed');
    expect((await again(fresh)).status).toBe(202);
  });

  it('without a mail server is refused with an explanation', async () => {
    await shareWith(people.member);
    const mailId = await newest();
    await settle(mailId, 'failed');
    const settings = env();
    const { mail } = settings;
    settings.mail = null;
    expect((await again(mailId)).status).toBe(422);
    settings.mail = mail;
  });

  it('sends what waited in the outbox once there is a mail server', async () => {
    await shareWith(people.member);
    const mailId = await newest();
    await prisma().mailMessage.update({ where: { mailId }, data: { state: 'outbox' } });
    expect((await again(mailId)).status).toBe(202);
  });
});

describe('sending a link', () => {
  const sendLink = (recipients: object[], as: string = people.engineer, more: object = {}) =>
    send('POST', `/${ORG_A}/kits/${command.commandId}/send_link`, { as, body: { recipients, ...more } });

  it("mails a command's link to people who have it, and reports why others get none", async () => {
    await prisma().user.update({ where: { userId: people.folderRunner }, data: { email: null } });
    await prisma().commandUserGrant.deleteMany({ where: { userId: people.member } });
    const { status, body } = await sendLink([
      { userId: people.runner },
      { userId: people.outsider },
      { userId: people.member },
      { userId: people.folderRunner },
      { email: 'nobody@example.org' },
      { email: 'not an address' },
    ]);
    expect(status).toBe(200);
    expect(
      (body as { error: string | null; mail: string | null }[]).map(({ error, mail }) => error ?? mail),
    ).toEqual([
      'queued',
      'queued',
      'member has no access to this command. Share it with them first.',
      'No email address found for this user',
      'You must select a user from the list.',
      'Not a valid email!',
    ]);
    const mail = await prisma().mailMessage.findMany({ orderBy: { mailId: 'asc' } });
    expect(mail.map(({ toUserId, kind }) => [toUserId, kind])).toEqual([
      [people.runner, 'link'],
      [people.outsider, 'link'],
    ]);
    expect((await newestLink(ORG_A)).href).toBe(
      `http://localhost:3000/org-a/builder?id=${command.commandId}`,
    );
    expect(await prisma().auditEvent.count({ where: { action: 'command.send_link' } })).toBe(1);
  });

  it("mails a folder's link to people with a role on it", async () => {
    const email = 'folder-runner@example.com';
    await prisma().user.update({ where: { userId: people.folderRunner }, data: { email } });
    const sendTo = (as: string) =>
      send('POST', `/${ORG_A}/directories/${folderId}/send_link`, {
        as,
        body: { recipients: [{ userId: people.folderRunner }, { userId: people.member }] },
      });
    const { status, body } = await sendTo(people.orgAdmin);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { user_id: people.folderRunner, error: null },
      { error: 'member has no access to this folder. Share it with them first.' },
    ]);
    expect((await newestLink(ORG_A)).href).toBe(`http://localhost:3000/org-a/commands?folder=${folderId}`);
    expect(await prisma().auditEvent.count({ where: { action: 'folder.send_link' } })).toBe(1);
    expect((await sendTo(people.folderRunner)).status).toBe(403);
    expect((await sendTo(people.member)).status).toBe(404);
  });

  it('S24 S47 requires an engineer, takes only people on the list, and links to this Pushboard', async () => {
    expect((await sendLink([{ userId: people.runner }], people.runner)).status).toBe(403);
    expect((await sendLink([{ userId: people.runner }], people.outsider)).status).toBe(403);
    expect((await sendLink([{ userId: people.runner }], people.member)).status).toBe(404);
    expect((await sendLink([])).status).toBe(400);
    const elsewhere = { baseUrl: 'https://evil.example.com' };
    expect((await sendLink([{ userId: people.runner }], people.engineer, elsewhere)).status).toBe(400);
    expect((await sendLink([{ userId: people.nobody }])).body).toMatchObject([
      { error: 'This person is not in this organization.' },
    ]);
    expect(await prisma().mailMessage.count()).toBe(0);
  });

  it('with the same key is sent once', async () => {
    const headers = { 'Idempotency-Key': 'send-link-1' };
    const body = { recipients: [{ userId: people.runner }] };
    const path = `/${ORG_A}/kits/${command.commandId}/send_link` as const;
    for (let time = 0; time < 2; time++) {
      expect((await send('POST', path, { as: people.engineer, body, headers })).status).toBe(200);
    }
    expect(await prisma().mailMessage.count()).toBe(1);
  });
});
