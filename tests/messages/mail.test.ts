import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Person } from '@/lib/access/vocabulary';
import { sql, transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { env } from '@/server/base/env';
import { callRoll } from '@/server/base/events/worker-alive';
import { MOST_ATTEMPTS } from '@/server/delivery/note-mail';
import { recoverMail, sendMail } from '@/server/delivery/send-mail';
import type { MailContent } from '@/server/messages/content';
import { type Addressee, queueMail } from '@/server/messages/queue-mail';
import { closeMail } from '@/server/messages/transport';
import { withApp } from '../support/app/app';
import { addressesOf, smtpDouble } from '../support/doubles/smtp';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

const smtp = await smtpDouble();

withApp({ SMTP_URL: smtp.url, MAIL_FROM: 'Pushboard Test <pushboard@example.com>' });

beforeAll(createOrganizations);
beforeEach(async () => {
  smtp.taken.length = 0;
  smtp.refusals.clear();
});
afterAll(async () => {
  closeMail();
  await smtp.stop();
});

const sender: Person = {
  kind: 'person',
  userId: people.orgAdmin,
  name: 'Admin',
  email: 'admin@example.com',
  memberships: [{ orgId: ORG_A, role: 'admin' }],
};

const runner: Addressee = { userId: people.runner, name: 'Rita Runner', email: 'rita@example.com' };

const content: MailContent = {
  paragraphs: ['Admin shared “Refunds” with you.', 'You can run it.'],
  note: 'Please look.\nThanks',
  link: { label: 'Open it', url: 'http://localhost:3000/a/builder?id=1&x=2' },
  closing: 'You get this because someone shared a command with you.',
  replyTo: { name: 'Admin', address: 'admin@example.com' },
};

const post = (to: Addressee = runner, subject = 'A command for you', more: Partial<MailContent> = {}) =>
  transaction(async (tx) => {
    await queueMail(tx, ORG_A, sender, to, 'share', { subject, content: { ...content, ...more } });
    const [row] = await tx.query<{ mail_id: number }>('select max(mail_id) as mail_id from mail_message');
    return row?.mail_id ?? 0;
  });

const read = (mailId: number) => prisma().mailMessage.findUniqueOrThrow({ where: { mailId } });

const jobsOf = (mailId: number) =>
  sql.query<{ run_at: Date }>('select run_at from graphile_worker.jobs where key = $1', [`mail:${mailId}`]);

describe('a message', () => {
  beforeAll(smtp.start);

  it('has the same content in both bodies, and replies go to its sender', async () => {
    const mailId = await post();
    await sendMail(mailId, 'w1');
    const [arrived] = smtp.taken;
    expect(arrived?.recipients).toEqual(['rita@example.com']);
    expect(arrived?.mail.subject).toBe('A command for you');
    expect(addressesOf(arrived?.mail.from)).toEqual(['pushboard@example.com']);
    expect(addressesOf(arrived?.mail.replyTo)).toEqual(['admin@example.com']);
    expect(arrived?.mail.text).toBe(
      [
        'Admin shared “Refunds” with you.',
        'You can run it.',
        '> Please look.\n> Thanks',
        'Open it:\nhttp://localhost:3000/a/builder?id=1&x=2',
        '-- \nYou get this because someone shared a command with you.\n',
      ].join('\n\n'),
    );
    const html = String(arrived?.mail.html);
    expect(html).toContain('Admin shared “Refunds” with you.');
    expect(html).toContain('Please look.<br>Thanks');
    expect(html).toContain('href="http://localhost:3000/a/builder?id=1&amp;x=2"');
    expect(html).not.toMatch(/<(img|link|script)|url\(|@import/);
  });

  it('that was sent keeps neither its text nor its link, and is not sent again', async () => {
    const mailId = await post();
    await sendMail(mailId, 'w1');
    await sendMail(mailId, 'w1');
    expect(smtp.taken).toHaveLength(1);
    expect(await read(mailId)).toMatchObject({
      state: 'sent',
      sealedContent: null,
      lastError: null,
      attempts: 1,
    });
  });

  it('S32 is stored sealed until then', async () => {
    const mailId = await post();
    const { sealedContent } = await read(mailId);
    expect(Buffer.from(sealedContent ?? []).toString('latin1')).not.toContain('builder');
  });

  it('that was queued in a change that fails does not exist, and neither does its task', async () => {
    const before = await prisma().mailMessage.count();
    const failing = transaction(async (tx) => {
      await queueMail(tx, ORG_A, sender, runner, 'share', { subject: 'x', content });
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await prisma().mailMessage.count()).toBe(before);
    expect(
      await sql.query(`select 1 from graphile_worker.jobs where key like 'mail:%' and run_at > now()`),
    ).toEqual([]);
  });

  it('is sent by only one of two workers', async () => {
    const mailId = await post();
    await Promise.all([sendMail(mailId, 'w1'), sendMail(mailId, 'w2')]);
    expect(smtp.taken).toHaveLength(1);
  });
});

describe('S47 S48 text that people wrote', () => {
  beforeAll(async () => {
    await smtp.stop();
    await smtp.start();
  });

  const hostile = 'Eve\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script>';

  it('adds no header, recipient, or body, from a name or a subject', async () => {
    const mailId = await post({ ...runner, name: hostile }, hostile, {
      replyTo: { name: hostile, address: 'admin@example.com' },
    });
    await sendMail(mailId, 'w1');
    const [arrived] = smtp.taken;
    expect(arrived?.recipients).toEqual(['rita@example.com']);
    expect(arrived?.mail.bcc).toBeUndefined();
    expect(arrived?.mail.headers.has('bcc')).toBe(false);
    expect(addressesOf(arrived?.mail.to)).toEqual(['rita@example.com']);
    expect(addressesOf(arrived?.mail.replyTo)).toEqual(['admin@example.com']);
    expect(arrived?.mail.subject).toBe('Eve Bcc: victim example com <script>alert(1)</script>');
  });

  it('is text in the HTML body', async () => {
    const text = `<img src=x onerror=alert(1)> & "quoted" 'too'`;
    const mailId = await post(runner, text, {
      paragraphs: [text],
      note: text,
      link: { label: text, url: 'http://localhost:3000/"><script>alert(1)</script>' },
      closing: text,
    });
    await sendMail(mailId, 'w1');
    const html = String(smtp.taken[0]?.mail.html);
    expect(html).not.toMatch(/<img|<script/);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot; &#39;too&#39;');
    expect(html).toContain('href="http://localhost:3000/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });
});

describe('a mail server that', () => {
  it('becomes unreachable is tried again later, and the message arrives when it is back', async () => {
    // A connection of the previous message is still open, and breaks with the server.
    await sendMail(await post(), 'w1');
    smtp.taken.length = 0;
    await smtp.stop();
    const mailId = await post();
    await sendMail(mailId, 'w1');
    const waiting = await read(mailId);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(waiting.lastError).toMatch(/^Couldn't reach the mail server/);
    expect(waiting.dueAt.getTime()).toBeGreaterThan(Date.now() + 20_000);
    expect((await jobsOf(mailId))[0]?.run_at).toEqual(waiting.dueAt);
    await smtp.start();
    await sendMail(mailId, 'w1');
    expect(smtp.taken).toHaveLength(1);
    expect(await read(mailId)).toMatchObject({ state: 'sent', attempts: 2, lastError: null });
  });

  it('defers a message is tried again, later each time', async () => {
    smtp.refusals.set('rita@example.com', { status: 450, text: 'mailbox busy' });
    const mailId = await post();
    await sendMail(mailId, 'w1');
    const first = await read(mailId);
    await sendMail(mailId, 'w1');
    const second = await read(mailId);
    expect(second).toMatchObject({ state: 'waiting', attempts: 2 });
    expect(second.lastError).toContain('450 mailbox busy');
    expect(second.dueAt.getTime() - first.dueAt.getTime()).toBeGreaterThan(25_000);
  });

  it('rejects an address fails the message at once, with its reason', async () => {
    smtp.refusals.set('rita@example.com', { status: 550, text: 'unknown user here' });
    const mailId = await post();
    await sendMail(mailId, 'w1');
    const failed = await read(mailId);
    expect(failed).toMatchObject({ state: 'failed', attempts: 1 });
    expect(failed.lastError).toContain('550 unknown user here');
    const told = await prisma().notification.findMany({ where: { kind: 'mail_refused' } });
    expect(told).toMatchObject([{ orgId: ORG_A, userId: sender.userId, personName: 'rita@example.com' }]);
    expect(failed.sealedContent).not.toBeNull();
    await sendMail(mailId, 'w1');
    expect(smtp.taken).toHaveLength(0);
  });

  it('stays unreachable long enough fails the message in the end', async () => {
    smtp.refusals.set('rita@example.com', { status: 451, text: 'not now' });
    const mailId = await post();
    await prisma().mailMessage.update({ where: { mailId }, data: { attempts: MOST_ATTEMPTS - 1 } });
    await sendMail(mailId, 'w1');
    expect(await read(mailId)).toMatchObject({ state: 'failed', attempts: MOST_ATTEMPTS });
  });
});

describe('a mail server that requires a password', () => {
  const login = { user: 'pushboard', password: 'canary-right' };

  it('S52 and rejects ours is reported without the password, and tried again', async () => {
    closeMail();
    await smtp.stop();
    const strict = await smtpDouble({ login });
    await strict.start();
    const { mail } = env();
    if (mail === null) throw new Error('There is a mail server');
    const smtpUrl = mail.smtpUrl;
    mail.smtpUrl = `smtp://pushboard:canary-wrong@127.0.0.1:${strict.port}`;
    const mailId = await post();
    await sendMail(mailId, 'w1');
    expect(await read(mailId)).toMatchObject({
      state: 'waiting',
      lastError: 'The mail server refused the username and password in SMTP_URL.',
    });
    closeMail();
    mail.smtpUrl = `smtp://pushboard:canary-right@127.0.0.1:${strict.port}`;
    await sendMail(mailId, 'w1');
    expect(strict.taken).toHaveLength(1);
    closeMail();
    mail.smtpUrl = smtpUrl;
    await strict.stop();
    await smtp.start();
  });
});

describe('a message that cannot be sent at all', () => {
  it('because its key is missing waits until the key is back', async () => {
    const mailId = await post();
    const ring = env().encryptionKeys;
    env().encryptionKeys = [{ id: 'k9', key: randomBytes(32) }];
    onTestFinished(() => {
      env().encryptionKeys = ring;
    });
    await sendMail(mailId, 'w1');
    expect(await read(mailId)).toMatchObject({
      state: 'waiting',
      lastError: `This message can't be read: the key "test" is missing from ENCRYPTION_KEYS. The people who run Pushboard have to put it back.`,
    });
    env().encryptionKeys = ring;
    await sendMail(mailId, 'w1');
    expect(await read(mailId)).toMatchObject({ state: 'sent', lastError: null });
  });

  it('because it was changed fails with the reason', async () => {
    const mailId = await post();
    const { sealedContent } = await read(mailId);
    const changed = new Uint8Array(sealedContent ?? []);
    changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1;
    await prisma().mailMessage.update({ where: { mailId }, data: { sealedContent: changed } });
    await sendMail(mailId, 'w1');
    expect(await read(mailId)).toMatchObject({
      state: 'failed',
      lastError: expect.stringContaining('can no longer be read'),
    });
  });

  it('because the mail server was removed while it waited stays in the outbox', async () => {
    const mailId = await post();
    const settings = env();
    const { mail } = settings;
    settings.mail = null;
    await sendMail(mailId, 'w1');
    settings.mail = mail;
    expect(await read(mailId)).toMatchObject({ state: 'outbox', attempts: 0 });
  });
});

describe('a worker that dies', () => {
  it('leaves a message that another one sends', async () => {
    const mailId = await post();
    await prisma().mailMessage.update({ where: { mailId }, data: { state: 'sending', workerId: 'gone' } });
    await sql.query('delete from graphile_worker._private_jobs where key = $1', [`mail:${mailId}`]);
    await recoverMail(await callRoll(0));
    expect(await read(mailId)).toMatchObject({ state: 'waiting' });
    expect(await jobsOf(mailId)).toHaveLength(1);
    await sendMail(mailId, 'w2');
    expect(smtp.taken).toHaveLength(1);
  });
});
