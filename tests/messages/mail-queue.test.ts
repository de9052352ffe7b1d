import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { withWorker } from '../support/app/worker';
import { smtpDouble } from '../support/doubles/smtp';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

// The whole path: a request, the row, the queue, the worker, the mail server, and what the admin sees.

const smtp = await smtpDouble();

withApp({
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Pushboard <pushboard@example.com>',
  APP_URL: 'https://push.example.com',
});
// A worker notes at its start whether the mail server answers.
beforeAll(smtp.start);
withWorker();

beforeAll(createOrganizations);
afterAll(smtp.stop);

const asAdmin = { as: people.orgAdmin };

const invite = (...emails: string[]) =>
  send('POST', `/${ORG_A}/invite`, {
    ...asAdmin,
    body: { recipients: emails.map((email) => ({ email })), optionalNote: 'Welcome' },
  });

const inState = (toAddress: string, state: 'sent' | 'failed' | 'waiting', attempts: number) =>
  vi.waitFor(() => prisma().mailMessage.findFirstOrThrow({ where: { toAddress, state, attempts } }), {
    timeout: 20_000,
  });

it('S24 an invited person gets a message whose link lets them in', async () => {
  expect((await invite('wanda@example.org')).body).toMatchObject([{ error: null, mail: 'queued' }]);
  await inState('wanda@example.org', 'sent', 1);
  const [arrived] = smtp.taken;
  expect(arrived?.mail.subject).toBe('admin-a (demo-admin-a@example.com) invites you to org-a on Pushboard');
  const [link] = /https:\/\/push\.example\.com\/join#[\w-]+/.exec(arrived?.mail.text ?? '') ?? [];
  expect(arrived?.mail.html).toContain(`href="${link}"`);
  const { userId } = await prisma().user.findUniqueOrThrow({ where: { email: 'wanda@example.org' } });
  const joined = await send('POST', `/users/${userId}/join_org`, {
    as: userId,
    body: { joinOrgToken: new URL(link ?? '').hash.slice(1) },
  });
  expect(joined.status).toBe(200);
  // A sent message is listed without its text.
  const { body } = await send('GET', `/${ORG_A}/outbox`, asAdmin);
  expect(body).toMatchObject([
    { to_address: 'wanda@example.org', state: 'sent', sent_at: expect.any(String) },
  ]);
});

it('an address with letters outside ASCII is invited, and gets the message', async () => {
  expect((await invite('jo\u0308rg@example.org')).body).toMatchObject([{ error: null, mail: 'queued' }]);
  await inState('j\u00f6rg@example.org', 'sent', 1);
  expect((await invite('jörg@example')).body).toMatchObject([{ error: 'Not a valid email!' }]);
});

it("a bounced address is reported to the admin in the server's words, and does not stop the others", async () => {
  smtp.refusals.set('gone@example.org', { status: 550, text: '5.1.1 unknown mailbox' });
  expect((await invite('gone@example.org', 'xaver@example.org')).status).toBe(200);
  await inState('xaver@example.org', 'sent', 1);
  await inState('gone@example.org', 'failed', 1);
  const { body } = await send('GET', `/${ORG_A}/outbox?filter=state:failed`, asAdmin);
  expect(body).toMatchObject([
    { to_address: 'gone@example.org', last_error: expect.stringContaining('5.1.1 unknown mailbox') },
  ]);
  // Sent again with the same link, once the address is right.
  smtp.refusals.clear();
  const [{ mail_id: mailId }] = body as [{ mail_id: number }];
  expect((await send('POST', `/${ORG_A}/outbox/${mailId}/send`, asAdmin)).status).toBe(202);
  await inState('gone@example.org', 'sent', 1);
});

it('S60 while the mail server is down people can be invited, and the message follows', async () => {
  await smtp.stop();
  expect((await invite('yuri@example.org')).body).toMatchObject([{ error: null, mail: 'queued' }]);
  const { mailId } = await inState('yuri@example.org', 'waiting', 1);
  await smtp.start();
  // What the queue does when the message is due.
  await prisma().$executeRaw`
    select graphile_worker.add_job('send_mail', json_build_object('mailId', ${mailId}::bigint),
      max_attempts := 1, job_key := 'mail:' || ${mailId}::bigint)`;
  await inState('yuri@example.org', 'sent', 2);
});
