import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { actorOfSession, sessionToken } from '@/server/people/sign-in/session';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { SignInBrowser } from '../../support/app/sign-in-browser';
import { startOidc } from '../../support/doubles/oidc';

const callback = (name: string) => `http://localhost:3000/api/auth/callback/${name}`;
const acme = await startOidc([callback('acme')]);
const other = await startOidc([callback('other')]);

withApp({
  AUTH_MODE: 'hosted',
  PROVIDER_ALLOW: '127.0.0.1',
  OIDC_ISSUERS: 'acme,other',
  ...acme.variables('ACME'),
  ...other.variables('OTHER'),
});

const ana = { sub: 'ana-1', name: 'Ana Ruiz', email: 'ana@example.com', email_verified: true };

beforeEach(async () => {
  await prisma().identity.deleteMany();
  await prisma().session.deleteMany();
  await prisma().membership.deleteMany();
  await prisma().orgSlug.deleteMany();
  await prisma().org.deleteMany();
  await prisma().user.deleteMany();
  await prisma().org.create({
    data: { orgId: 'acme', name: 'Acme', slugs: { create: { slug: 'acme' } } },
  });
  await addPerson('boss', 'boss@example.com', 'admin');
  for (const double of [acme, other]) {
    double.accounts.splice(0, Number.POSITIVE_INFINITY, { ...ana });
    double.next = ana.sub;
    double.asked.length = 0;
  }
});

afterAll(async () => {
  await acme.stop();
  await other.stop();
});

const addPerson = (
  userId: string,
  email: string,
  role: 'admin' | 'member',
  state: 'active' | 'pending' | 'deleted' = 'active',
) =>
  prisma().user.create({
    data: { userId, name: userId, email, memberships: { create: { orgId: 'acme', role, state } } },
  });

async function personIn(browser: SignInBrowser) {
  const token = sessionToken(browser.cookie());
  return token === null ? null : actorOfSession(token);
}

describe('a sign-in through a provider', () => {
  it('ends in our own session, with nothing of the library left behind', async () => {
    await addPerson('ana', ana.email, 'member');
    const browser = new SignInBrowser();
    const end = await browser.signIn('acme', { returnTo: '/acme/history?x=1#run-2' });
    expect(end.pathname + end.search).toBe('/loading?returnTo=%2Facme%2Fhistory%3Fx%3D1%23run-2');
    expect(await personIn(browser)).toMatchObject({ userId: 'ana', name: 'Ana Ruiz' });
    expect(browser.cookieNames()).toEqual(['pushboard_session']);
    expect(await prisma().session.findFirst()).toMatchObject({
      issuer: acme.url,
      device: expect.any(String),
    });
  });

  it('S26 always uses PKCE, state, and nonce', async () => {
    await new SignInBrowser().begin('acme').then(({ url }) => {
      const sent = new URL(url).searchParams;
      expect(sent.get('code_challenge_method')).toBe('S256');
      for (const name of ['code_challenge', 'state', 'nonce']) expect(sent.get(name)).toMatch(/\S{20}/);
      expect(sent.get('redirect_uri')).toBe(callback('acme'));
    });
  });

  it('asks to register where a person signs up, and to sign in again where it is someone else', async () => {
    const signUp = new URL((await new SignInBrowser().begin('acme', { purpose: 'signUp' })).url);
    expect(signUp.searchParams.get('screen_hint')).toBe('signup');
    const again = new URL((await new SignInBrowser().begin('acme', { purpose: 'someoneElse' })).url);
    expect(again.searchParams.get('prompt')).toBe('login');
  });

  it('S28 gives a new session at each sign-in, and ends the earlier one', async () => {
    await addPerson('ana', ana.email, 'member');
    const browser = new SignInBrowser();
    await browser.signIn('acme');
    const first = sessionToken(browser.cookie()) ?? '';
    await browser.signIn('acme');
    expect(sessionToken(browser.cookie())).not.toBe(first);
    expect((await actorOfSession(first)).kind).toBe('signedOut');
  });

  it('S28 ends when the provider says so', async () => {
    await addPerson('ana', ana.email, 'member');
    const inAnHour = Math.floor(Date.now() / 1000) + 3600;
    acme.accounts[0] = { ...ana, session_expiry: inAnHour };
    await new SignInBrowser().signIn('acme');
    const { expiresAt } = await prisma().session.findFirstOrThrow();
    expect(expiresAt.getTime()).toBe(inAnHour * 1000);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/.//evil.example'])(
    'S27 never returns to %s',
    async (returnTo) => {
      await addPerson('ana', ana.email, 'member');
      const end = await new SignInBrowser().signIn('acme', { returnTo });
      expect(end.origin).toBe('http://localhost:3000');
      expect(end.searchParams.get('returnTo')).toBe('/');
    },
  );
});

describe('S26 who is turned away, with nothing created', () => {
  const nothingIsLeft = async (browser: SignInBrowser) => {
    expect(await personIn(browser)).toBeNull();
    expect(await prisma().identity.count()).toBe(0);
    expect(await prisma().session.count()).toBe(0);
    expect(await prisma().user.count()).toBe(1);
  };

  it('a person whom nobody invited', async () => {
    const browser = new SignInBrowser();
    expect((await browser.signIn('acme')).search).toBe('?whoops=notInvited');
    await nothingIsLeft(browser);
    const [refused] = await prisma().auditEvent.findMany({ where: { action: 'session.refused' } });
    expect(refused).toMatchObject({ subjectId: 'acme', after: { whoops: 'notInvited' } });
  });

  it('an address that is not verified, although it was invited', async () => {
    await prisma().user.update({ where: { userId: 'boss' }, data: { email: ana.email } });
    acme.accounts[0] = { ...ana, email_verified: false };
    const browser = new SignInBrowser();
    expect((await browser.signIn('acme')).search).toBe('?failure=unverifiedEmail');
    await nothingIsLeft(browser);
  });

  it('a person without an address', async () => {
    acme.accounts[0] = { sub: ana.sub, name: ana.name };
    const browser = new SignInBrowser();
    expect((await browser.signIn('acme')).search).toBe('?failure=noEmail');
    await nothingIsLeft(browser);
  });

  it('S16 a person who was removed', async () => {
    await addPerson('ana', ana.email, 'member', 'deleted');
    expect((await new SignInBrowser().signIn('acme')).search).toBe('?whoops=notInvited');
  });

  it('a person who cancels at the provider', async () => {
    acme.next = 'cancel';
    const browser = new SignInBrowser();
    expect((await browser.signIn('acme', { returnTo: '/orgs' })).search).toBe(
      '?returnTo=%2Forgs&failure=canceled',
    );
    await nothingIsLeft(browser);
  });

  it('S93 a return that comes again lands a person who is signed in where they are', async () => {
    await addPerson('ana', ana.email, 'member');
    const browser = new SignInBrowser();
    const target = await browser.throughProvider((await browser.begin('acme')).url);
    await browser.end(target);
    const token = sessionToken(browser.cookie());
    const before = await prisma().auditEvent.count();
    const again = await browser.end(target);
    expect(again.pathname + again.search).toBe('/loading?again=1');
    // Nothing has happened: the same session goes on.
    expect(sessionToken(browser.cookie())).toBe(token);
    expect(await personIn(browser)).toMatchObject({ userId: 'ana' });
    expect(await prisma().auditEvent.count()).toBe(before);
    await prisma().session.deleteMany();
    expect((await browser.end(target)).search).toBe('?failure=expired');
  });

  it('another state, another browser, and a callback that nobody began', async () => {
    await prisma().user.update({ where: { userId: 'boss' }, data: { email: ana.email } });
    const browser = new SignInBrowser();
    const target = await browser.throughProvider((await browser.begin('acme')).url);
    const wrongState = target.replace(/state=[^&]+/, 'state=someone-elses');
    expect((await new SignInBrowser().end(target)).search).toBe('?failure=expired');
    expect((await browser.end(wrongState)).search).toBe('?failure=untrusted');
    await nothingIsLeft(browser);
  });

  it('a demo person’s address', async () => {
    await addPerson('demo-dana', ana.email, 'admin');
    expect((await new SignInBrowser().signIn('acme')).search).toBe('?failure=demoPerson');
    expect(await prisma().identity.count()).toBe(0);
  });
});

describe('one person, several providers', () => {
  it('a second provider with the same address is refused, unless it is added by the signed-in person', async () => {
    await addPerson('ana', ana.email, 'member');
    const browser = new SignInBrowser();
    await browser.signIn('acme');
    expect((await new SignInBrowser().signIn('other')).search).toBe('?failure=emailInUse');
    const linked = await browser.signIn('other', { purpose: 'link', returnTo: '/sign-in-methods' });
    expect(linked.search).toBe('?returnTo=%2Fsign-in-methods');
    const second = new SignInBrowser();
    await second.signIn('other');
    expect(await personIn(second)).toMatchObject({ userId: 'ana' });
  });

  it('one of them is removed, with the sessions that began with it, but never the last one', async () => {
    await addPerson('ana', ana.email, 'member');
    const browser = new SignInBrowser();
    await browser.signIn('acme');
    const path = '/users/me/sign-in-methods';
    const headers = { cookie: browser.cookie(), origin: 'http://localhost:3000' };
    const issuers = async () =>
      ((await send('GET', path, { headers })).body as { issuer: string }[]).map(({ issuer }) => issuer);
    const remove = (issuer: string) =>
      send('DELETE', `${path}?issuer=${encodeURIComponent(issuer)}`, { headers });
    const [first = ''] = await issuers();
    expect((await remove(first)).status).toBe(409);
    await browser.signIn('other', { purpose: 'link' });
    const elsewhere = new SignInBrowser();
    await elsewhere.signIn('other');
    const [, second = ''] = await issuers();
    expect((await remove('https://unknown.example')).status).toBe(404);
    expect((await remove(second)).status).toBe(204);
    expect(await issuers()).toEqual([first]);
    expect(await personIn(elsewhere)).toMatchObject({ kind: 'signedOut' });
    expect(await personIn(browser)).toMatchObject({ userId: 'ana' });
    expect((await remove(first)).status).toBe(409);
    expect(await prisma().auditEvent.count({ where: { action: 'person.unlink', actorUserId: 'ana' } })).toBe(
      1,
    );
  });

  it('is not added for a visitor, for another person, or if it belongs to someone else', async () => {
    expect(await new SignInBrowser().begin('other', { purpose: 'link' })).toMatchObject({ status: 401 });
    await addPerson('ana', ana.email, 'member');
    const browser = new SignInBrowser();
    await browser.signIn('acme');
    const target = await browser.throughProvider((await browser.begin('other', { purpose: 'link' })).url);
    const boss = new SignInBrowser();
    acme.accounts[0] = { sub: 'boss-1', name: 'Boss', email: 'boss@example.com', email_verified: true };
    acme.next = 'boss-1';
    await boss.signIn('acme');
    browser.setCookie('pushboard_session', sessionToken(boss.cookie()) ?? '');
    expect((await browser.end(target)).search).toBe('?failure=otherPerson');
    other.accounts[0] = { sub: 'x', name: 'X', email: 'x@example.com', email_verified: true };
    other.next = 'x';
    await boss.signIn('other', { purpose: 'link' });
    const third = new SignInBrowser();
    acme.accounts[0] = { ...ana };
    acme.next = ana.sub;
    await third.signIn('acme');
    expect((await third.signIn('other', { purpose: 'link' })).search).toBe('?failure=identityInUse');
  });

  it('an address that changes at the provider changes here, unless someone else has it', async () => {
    await addPerson('ana', ana.email, 'member');
    await new SignInBrowser().signIn('acme');
    acme.accounts[0] = { ...ana, email: 'ana.ruiz@example.com' };
    await new SignInBrowser().signIn('acme');
    const emailOf = async () => (await prisma().user.findUniqueOrThrow({ where: { userId: 'ana' } })).email;
    expect(await emailOf()).toBe('ana.ruiz@example.com');
    acme.accounts[0] = { ...ana, email: 'boss@example.com' };
    await new SignInBrowser().signIn('acme');
    expect(await emailOf()).toBe('ana.ruiz@example.com');
  });
});

describe('S31 demo mode’s ways in', () => {
  it('are dead in hosted mode', async () => {
    await addPerson('demo-dana', 'dana@example.com', 'admin');
    const named = await send('GET', '/users/me', { as: 'demo-dana' });
    expect([named.status, named.body]).toEqual([200, null]);
    expect((await send('GET', '/demo/people')).status).toBe(404);
    const body = { userId: 'demo-dana' };
    expect((await send('POST', '/demo/sign-in', { body })).status).toBe(404);
  });
});

describe('S23 the exchange', () => {
  it.each([
    ['GET', '/api/auth/session'],
    ['GET', '/api/auth/providers'],
    ['GET', '/api/auth/signin/acme'],
    ['POST', '/api/auth/signout'],
    ['POST', '/api/auth/callback/acme'],
    ['GET', '/api/auth/callback/unknown'],
    ['GET', '/api/auth/callback/acme/more'],
    ['POST', '/api/auth/_log'],
  ] as const)('does not serve %s %s', async (method, path) => {
    const response = await new SignInBrowser().own(method, path, method === 'POST' ? {} : undefined);
    expect(response.status).toBe(404);
  });

  it('S29 is begun by our own pages alone', async () => {
    const browser = new SignInBrowser();
    const { csrfToken } = (await (await browser.own('GET', '/api/auth/csrf')).json()) as {
      csrfToken: string;
    };
    const body = { csrfToken, json: 'true' };
    const foreign = await browser.own('POST', '/api/auth/signin/acme', body, {
      origin: 'https://evil.example',
    });
    expect(foreign.status).toBe(403);
    const form = await browser.own('POST', '/api/auth/signin/acme', body, { 'content-type': 'text/plain' });
    expect(form.status).toBe(415);
    const guessed = await browser.own('POST', '/api/auth/signin/acme', { ...body, csrfToken: 'guess' });
    expect(guessed.status).toBe(400);
  });
});
