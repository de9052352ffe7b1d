import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { env } from '@/server/base/env';
import { sendMail } from '@/server/delivery/send-mail';
import { queueMail } from '@/server/messages/queue-mail';
import { closeMail } from '@/server/messages/transport';
import { withApp } from '../support/app/app';
import { testAuthority } from '../support/doubles/certificates';
import { type SmtpDouble, smtpDouble } from '../support/doubles/smtp';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp({ SMTP_URL: 'smtp://localhost:1', MAIL_FROM: 'pushboard@example.com' });

const login = { user: 'pushboard', password: 'canary-mail' };

let smtp: SmtpDouble;

beforeAll(createOrganizations);
beforeEach(() => {
  reach({ isTlsRequired: true, authorities: testAuthority });
});
afterEach(async () => {
  closeMail();
  await smtp.stop();
});

/** The settings SMTP_URL, SMTP_TLS, and SMTP_CA_FILE. */
function reach(settings: { smtpUrl?: string; isTlsRequired?: boolean; authorities?: string | null }) {
  const { mail } = env();
  if (mail === null) throw new Error('There is a mail server');
  closeMail();
  Object.assign(mail, settings);
}

async function start(
  scheme: 'smtp' | 'smtps',
  options: Parameters<typeof smtpDouble>[0],
  host = 'localhost',
) {
  smtp = await smtpDouble({ login, ...options });
  await smtp.start();
  reach({ smtpUrl: `${scheme}://${login.user}:${login.password}@${host}:${smtp.port}` });
}

const post = () =>
  transaction(async (tx) => {
    const sender = { userId: people.orgAdmin, name: 'Admin', email: 'admin@example.com' };
    await queueMail(
      tx,
      ORG_A,
      { kind: 'person', memberships: [{ orgId: ORG_A, role: 'admin' }], ...sender },
      { userId: people.runner, name: 'Rita', email: 'rita@example.com' },
      'share',
      {
        subject: 'Over TLS',
        content: { paragraphs: ['A secret link.'], note: null, link: null, closing: 'Bye.', replyTo: null },
      },
    );
    const [row] = await tx.query<{ mail_id: number }>('select max(mail_id) as mail_id from mail_message');
    return row?.mail_id ?? 0;
  });

async function sent() {
  const mailId = await post();
  await sendMail(mailId, 'w1');
  return prisma().mailMessage.findUniqueOrThrow({ where: { mailId } });
}

describe('a mail server with TLS', () => {
  it.each([
    ['smtps', 'from the start'],
    ['smtp', 'offered'],
  ] as const)('with %s:, %s, gets password and message over it alone', async (scheme, tls) => {
    await start(scheme, { tls });
    expect(await sent()).toMatchObject({ state: 'sent', lastError: null });
    expect(smtp.taken.map(({ isSecure }) => isSecure)).toEqual([true]);
    expect(smtp.logins).toBe(1);
  });

  it('is used over TLS if the server offers it, even when that is not required', async () => {
    await start('smtp', { tls: 'offered' });
    reach({ isTlsRequired: false });
    expect(await sent()).toMatchObject({ state: 'sent' });
    expect(smtp.taken[0]?.isSecure).toBe(true);
  });
});

describe('S32 nothing is sent, and the admin is told what to set, if', () => {
  it('the certificate is signed by an untrusted authority', async () => {
    await start('smtps', { tls: 'from the start' });
    reach({ authorities: null });
    expect(await sent()).toMatchObject({
      state: 'waiting',
      lastError: expect.stringMatching(/certificate.*not trusted.*SMTP_CA_FILE/),
    });
    expect([smtp.logins, smtp.taken.length]).toEqual([0, 0]);
  });

  it('the certificate is for another host', async () => {
    await start('smtp', { tls: 'offered' }, '127.0.0.1');
    expect(await sent()).toMatchObject({
      state: 'waiting',
      lastError: expect.stringMatching(/certificate.*does not match/),
    });
    expect([smtp.logins, smtp.taken.length]).toEqual([0, 0]);
  });

  it('TLS is required, and the server does not offer it', async () => {
    await start('smtp', {});
    expect(await sent()).toMatchObject({ state: 'waiting', lastError: expect.stringContaining('SMTP_TLS') });
    expect([smtp.logins, smtp.taken.length]).toEqual([0, 0]);
  });
});
