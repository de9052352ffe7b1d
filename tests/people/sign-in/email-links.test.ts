import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { prisma } from '@/server/base/database/prisma';
import { closeMail } from '@/server/messages/transport';
import { sendSignInLink } from '@/server/people/sign-in/email-links/send-link';
import { forgetIssuer, forgetPerson } from '@/server/people/sign-in/operator/forget';
import { makeAdmin } from '@/server/people/sign-in/operator/make-admin';
import { makeOperatorLink } from '@/server/people/sign-in/operator/make-link';
import { actorOfSession, sessionToken } from '@/server/people/sign-in/session';
import { withApp } from '../../support/app/app';
import { type Answered, send } from '../../support/app/http';
import { smtpDouble } from '../../support/doubles/smtp';

const smtp = await smtpDouble();

withApp({
  AUTH_MODE: 'hosted',
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Pushboard <pushboard@example.com>',
});

const ANA = 'ana@example.com';
const ORIGIN = { origin: 'http://localhost:3000' };

beforeAll(() => smtp.start());
afterAll(async () => {
  closeMail();
  await smtp.stop();
});

beforeEach(async () => {
  smtp.taken.length = 0;
  await prisma().signInLink.deleteMany();
  await prisma().user.deleteMany();
  await prisma().orgSlug.deleteMany();
  await prisma().org.deleteMany();
  await makeAdmin(ANA, 'Acme');
});

const cookieOf = ({ headers }: Answered): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ');

const ask = (email = ANA, more: object = {}, cookie = '') =>
  send('POST', '/sign-in/link', { body: { email, ...more }, headers: { ...ORIGIN, cookie } });

const openWith = (token: string, cookie: string) =>
  send('POST', '/sign-in/link/open', { body: { token }, headers: { ...ORIGIN, cookie } });

/** Sends what waits, as the worker does, and returns the token of the newest message. */
async function tokenFromMail(): Promise<string> {
  const links = await prisma().signInLink.findMany({ orderBy: { linkId: 'asc' } });
  for (const { linkId } of links) await sendSignInLink(linkId);
  const text = smtp.taken.at(-1)?.mail.text ?? '';
  const [, token] = /http:\/\/localhost:3000\/sign-in\/link#(\S+)/.exec(text) ?? [];
  return token ?? '';
}

async function personOf(answered: Answered) {
  const token = sessionToken(cookieOf(answered));
  return token === null ? null : actorOfSession(token);
}

describe('an emailed link', () => {
  it('signs in the person of the address, in the browser that asked, and leads where they wanted to go', async () => {
    const asked = await ask('Ana@Example.com', { returnTo: '/acme/history' });
    expect([asked.status, asked.body]).toEqual([202, { minutes: 10 }]);
    const opened = await openWith(await tokenFromMail(), cookieOf(asked));
    expect([opened.status, opened.body]).toEqual([200, { return_to: '/acme/history' }]);
    expect(await personOf(opened)).toMatchObject({ email: ANA, memberships: [{ role: 'admin' }] });
    expect(smtp.taken).toHaveLength(1);
  });

  it('S32 works once, is stored as a hash, and is not kept after it was sent', async () => {
    const cookie = cookieOf(await ask());
    const token = await tokenFromMail();
    const stored = JSON.stringify(await prisma().signInLink.findMany());
    expect(stored).not.toContain(token);
    expect((await prisma().signInLink.findFirstOrThrow()).sealedToken).toBeNull();
    const answers = await Promise.all([openWith(token, cookie), openWith(token, cookie)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await openWith(token, cookie)).status).toBe(404);
  });

  it('is refused in another browser, and still works in the right one', async () => {
    const cookie = cookieOf(await ask());
    const token = await tokenFromMail();
    const elsewhere = cookieOf(await ask('someone@example.com'));
    for (const other of ['', elsewhere]) {
      const { status, body } = await openWith(token, other);
      expect(status).toBe(403);
      expect(JSON.stringify(body)).toContain('in the browser where you asked for it');
    }
    expect((await openWith(token, cookie)).status).toBe(200);
  });

  it('S28 is over after ten minutes', async () => {
    const cookie = cookieOf(await ask());
    const token = await tokenFromMail();
    const now = clock.nowMs();
    vi.spyOn(clock, 'nowMs').mockReturnValue(now + 10 * 60_000 + 1);
    vi.spyOn(clock, 'now').mockReturnValue(new Date(now + 10 * 60_000 + 1));
    expect((await openWith(token, cookie)).status).toBe(404);
    vi.restoreAllMocks();
  });

  it('works from an earlier message, too, when the same browser asked twice', async () => {
    const first = await ask();
    const token = await tokenFromMail();
    const second = await ask(ANA, {}, cookieOf(first));
    expect((await openWith(token, cookieOf(second))).status).toBe(200);
  });

  it('is not sent to people who may not come in, and nobody can tell', async () => {
    const asked = await ask('stranger@example.com');
    expect([asked.status, asked.body]).toEqual([202, { minutes: 10 }]);
    await tokenFromMail();
    expect(smtp.taken).toHaveLength(0);
    expect(await prisma().user.count()).toBe(1);
  });

  it('S30 is sent to one address a few times an hour', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await ask()).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });

  it('S82 is sent to its owner, however many others asked for it', async () => {
    const from = (address: string) =>
      send('POST', '/sign-in/link', {
        body: { email: ANA },
        headers: { ...ORIGIN, 'x-forwarded-for': address },
      });
    for (let caller = 1; caller <= 30; caller += 1) await from(`192.0.2.${caller}`);
    expect((await from('198.51.100.1')).status).toBe(202);
    expect((await from('198.51.100.1')).status).toBe(429);
    // A site of IPv6 is one caller, however many networks and addresses it has.
    expect((await from('2001:db8:1:2::1')).status).toBe(202);
    expect((await from('2001:db8:1:3::2')).status).toBe(429);
    expect((await from('2001:db8:2::1')).status).toBe(202);
    expect((await prisma().signInLink.findMany({ where: { email: ANA } })).length).toBe(33);
  });

  it('S27 leads to our own pages only', async () => {
    const cookie = cookieOf(await ask(ANA, { returnTo: '//evil.example/' }));
    const { body } = await openWith(await tokenFromMail(), cookie);
    expect(body).toEqual({ return_to: '/' });
  });

  it('stays when the mail server is down, and is sent when it is back', async () => {
    const cookie = cookieOf(await ask());
    await smtp.stop();
    await expect(tokenFromMail()).rejects.toThrow();
    await smtp.start();
    expect((await openWith(await tokenFromMail(), cookie)).status).toBe(200);
  });
});

describe('S55 the operator', () => {
  const audited = async () =>
    (await prisma().auditEvent.findMany({ orderBy: { auditEventId: 'desc' }, take: 1 }))[0]?.action;

  it('makes the first admin once', async () => {
    expect(await makeAdmin(ANA, 'Acme')).toEqual([
      'ana@example.com is already an admin of Acme.',
      'Sign in at http://localhost:3000 with ana@example.com.',
    ]);
    expect(await makeAdmin('bo@example.com', null)).toContain('bo@example.com is now an admin of Acme.');
    expect(await audited()).toBe('member.role');
    await expect(makeAdmin('bo', null)).rejects.toThrow('bo is not an email address.');
  });

  it('names the organizations where there are several, and makes none without a name', async () => {
    await expect(makeAdmin(ANA, 'Bolt & Co')).rejects.toThrow(
      /^No organization is named Bolt & Co\. These exist:\n {2}--org \S+ {3}Acme\nTo create another one: --new-org "Bolt & Co"$/,
    );
    await expect(makeAdmin(ANA, 'acme', true)).rejects.toThrow(
      /^The organization Acme \(\S+\) exists already/,
    );
    await makeAdmin(ANA, 'Bolt & Co', true);
    await expect(makeAdmin(ANA, null)).rejects.toThrow(
      /^There are several organizations\. Name one by its id:\n {2}--org \S+ {3}Acme\n {2}--org \S+ {3}Bolt & Co$/,
    );
    await prisma().orgSlug.deleteMany();
    await prisma().org.deleteMany();
    await expect(makeAdmin('new@example.com', null)).rejects.toThrow(/No organization exists yet.*--org/);
    expect(await prisma().org.count()).toBe(0);
    expect(await prisma().user.count({ where: { email: 'new@example.com' } })).toBe(0);
  });

  it('makes a link for a person who is locked out, which works in any browser, once', async () => {
    const [, link = ''] = await makeOperatorLink(ANA);
    expect(await audited()).toBe('person.sign_in_link');
    const token = link.split('#')[1] ?? '';
    const opened = await openWith(token, '');
    expect(opened.status).toBe(200);
    expect(await personOf(opened)).toMatchObject({ email: ANA });
    expect(await prisma().identity.count()).toBe(0);
    expect((await openWith(token, '')).status).toBe(404);
    await expect(makeOperatorLink('x@example.com')).rejects.toThrow('Nobody here has the address');
  });

  it('forgets how a person signs in, and ends their sessions', async () => {
    const opened = await openWith(await tokenFromMailFor(), lastCookie);
    const session = sessionToken(cookieOf(opened)) ?? '';
    expect(await prisma().identity.count()).toBe(1);
    await forgetPerson(ANA);
    expect(await audited()).toBe('person.forget');
    expect((await actorOfSession(session)).kind).toBe('signedOut');
    expect(await prisma().identity.count()).toBe(0);
  });

  it('forgets a provider that was replaced', async () => {
    await openWith(await tokenFromMailFor(), lastCookie);
    await expect(forgetIssuer('https://old.example')).rejects.toThrow('Known providers: email.');
    expect(await forgetIssuer('email')).toEqual(['1 person must sign in again, with everything as it was.']);
  });

  let lastCookie = '';
  async function tokenFromMailFor(): Promise<string> {
    lastCookie = cookieOf(await ask());
    return tokenFromMail();
  }
});

describe('POST users/me', () => {
  it('makes a first organization for a person without one, once', async () => {
    const [, link = ''] = await makeOperatorLink(ANA);
    const cookie = cookieOf(await openWith(link.split('#')[1] ?? '', ''));
    await prisma().membership.deleteMany();
    const setUp = () =>
      send('POST', '/users/me', { body: { user: { name: 'x' } }, headers: { ...ORIGIN, cookie } });
    expect((await setUp()).body).toMatchObject({
      success: true,
      message:
        'You are signed in as ana. What was sent as `user` was ignored: names are changed in Your account, or where you sign in.',
      user: { email: ANA, username: ANA },
    });
    expect((await setUp()).status).toBe(200);
    expect(await prisma().membership.count()).toBe(1);
  });
});
