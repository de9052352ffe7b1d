import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { beginInvitation, findOrCreatePerson } from '@/server/people/members/people';
import { actorOfSession, sessionToken } from '@/server/people/sign-in/session';
import { withApp } from '../../support/app/app';
import { SignInBrowser } from '../../support/app/sign-in-browser';
import { startOidc } from '../../support/doubles/oidc';

const acme = await startOidc(['http://localhost:3000/api/auth/callback/acme']);
const other = await startOidc(['http://localhost:3000/api/auth/callback/other']);

withApp({
  AUTH_MODE: 'hosted',
  PROVIDER_ALLOW: '127.0.0.1',
  OIDC_ISSUERS: 'acme,other',
  SIGN_UP: 'domains:acme.test',
  SIGN_IN_ATTEMPTS_PER_MINUTE: '60',
  ...acme.variables('ACME'),
  ...other.variables('OTHER'),
});

const NOBODY = { actorUserId: null, requestId: null, address: null };
const ana = { sub: 'ana-1', name: 'Ana Ruiz', email: 'ana@example.com', email_verified: true };

beforeEach(async () => {
  await prisma().user.deleteMany();
  await prisma().orgSlug.deleteMany();
  await prisma().org.deleteMany();
  await prisma().org.create({
    data: { orgId: 'acme', name: 'Acme', slugs: { create: { slug: 'acme' } } },
  });
  await prisma().user.create({
    data: {
      userId: 'boss',
      name: 'Boss',
      email: 'boss@example.com',
      memberships: { create: { orgId: 'acme', role: 'admin' } },
    },
  });
  acme.accounts.splice(0, Number.POSITIVE_INFINITY, { ...ana });
  acme.next = ana.sub;
});

afterAll(async () => {
  await acme.stop();
  await other.stop();
});

async function invite(email: string): Promise<string> {
  const boss = {
    kind: 'person' as const,
    userId: 'boss',
    name: 'Boss',
    email: 'boss@example.com',
    memberships: [],
    through: { kind: 'demo' as const },
  };
  const invitation = await transaction(async (tx) => {
    const person = await findOrCreatePerson(tx, email, null);
    return beginInvitation(tx, 'acme', boss, person, 'member', NOBODY);
  });
  return invitation?.token ?? '';
}

async function orgsOf(browser: SignInBrowser): Promise<string[] | null> {
  const token = sessionToken(browser.cookie());
  const actor = token === null ? null : await actorOfSession(token);
  return actor?.kind === 'person' ? actor.memberships.map(({ orgId }) => orgId) : null;
}

describe('S30 an invitation', () => {
  it('is accepted by signing in with its token, which appears in no address', async () => {
    const joinOrgToken = await invite(ana.email);
    const browser = new SignInBrowser();
    const { url } = await browser.begin('acme', { joinOrgToken, returnTo: '/acme/commands' });
    expect(url).not.toContain(joinOrgToken);
    expect(browser.cookie()).not.toContain(joinOrgToken);
    const end = await browser.end(await browser.throughProvider(url));
    expect(end.href).not.toContain(joinOrgToken);
    expect(await orgsOf(browser)).toEqual(['acme']);
  });

  it('of another address is refused, with nothing created', async () => {
    const joinOrgToken = await invite('bo@acme.test');
    acme.accounts[0] = { ...ana, email: 'ana@acme.test' };
    const browser = new SignInBrowser();
    expect((await browser.signIn('acme', { joinOrgToken })).search).toBe('?failure=invitationOfOther');
    expect(await orgsOf(browser)).toBeNull();
    expect(await prisma().identity.count()).toBe(0);
  });

  it('that nobody sent is refused, with nothing created', async () => {
    acme.accounts[0] = { ...ana, email: 'ana@acme.test' };
    const browser = new SignInBrowser();
    const end = await browser.signIn('acme', { joinOrgToken: 'made-up' });
    expect(end.search).toBe('?failure=invitationClosed');
    expect(await prisma().user.count()).toBe(1);
  });

  it('that is not opened is accepted by signing in with its verified address, and no organization is made', async () => {
    await invite(ana.email);
    const browser = new SignInBrowser();
    await browser.signIn('acme');
    expect(await orgsOf(browser)).toEqual(['acme']);
    const { userId } = await prisma().user.findFirstOrThrow({ where: { email: ana.email } });
    expect(
      await prisma().auditEvent.count({
        where: { action: 'member.join', orgId: 'acme', actorUserId: userId },
      }),
    ).toBe(1);
  });

  it('that is not opened doesn’t move people who already are in an organization', async () => {
    acme.accounts[0] = { ...ana, email: 'ana@acme.test' };
    await new SignInBrowser().signIn('acme');
    await invite('ana@acme.test');
    const browser = new SignInBrowser();
    await browser.signIn('acme');
    expect(await orgsOf(browser)).toEqual(['anas-org']);
    expect(await prisma().joinToken.count()).toBe(1);
  });

  it('S26 that is not opened is never accepted with an address that isn’t verified', async () => {
    await invite(ana.email);
    acme.accounts[0] = { ...ana, email_verified: false };
    expect((await new SignInBrowser().signIn('acme')).search).toBe('?failure=unverifiedEmail');
    expect(await prisma().joinToken.count()).toBe(1);
  });

  it('that is older than a week is not accepted by signing in', async () => {
    await invite(ana.email);
    await prisma().joinToken.updateMany({ data: { expiresAt: new Date(0) } });
    const browser = new SignInBrowser();
    await browser.signIn('acme');
    expect(await orgsOf(browser)).toEqual(['anas-org']);
  });
});

describe('SIGN_UP with domains', () => {
  it('lets in a verified address of the domain, with an organization of their own', async () => {
    acme.accounts[0] = { ...ana, email: 'ana@ACME.test' };
    const browser = new SignInBrowser();
    await browser.signIn('acme');
    expect(await orgsOf(browser)).toEqual(['anas-org']);
  });

  it.each(['ana@other.test', 'ana@sub.acme.test', 'ana@acme.test.evil.example', 'ana@notacme.test'])(
    'S26 turns away %s',
    async (email) => {
      acme.accounts[0] = { ...ana, email };
      expect((await new SignInBrowser().signIn('acme')).search).toBe('?whoops=otherDomain');
      expect(await prisma().identity.count()).toBe(0);
    },
  );

  it('S26 turns away an address of the domain that is not verified', async () => {
    acme.accounts[0] = { ...ana, email: 'ana@acme.test', email_verified: false };
    expect((await new SignInBrowser().signIn('acme')).search).toBe('?failure=unverifiedEmail');
  });
});

it('S30 sign-ins are limited by address, both where they begin and where they end', async () => {
  // The limit grows with time.
  vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
  onTestFinished(() => void vi.restoreAllMocks());
  const browser = new SignInBrowser();
  const statuses = new Set<number>();
  for (let i = 0; i < 61; i += 1) statuses.add((await browser.begin('acme')).status);
  expect([...statuses]).toEqual([200, 429]);
  expect((await browser.end('/api/auth/callback/acme?code=x&state=y')).searchParams.get('failure')).toBe(
    'tooMany',
  );
});
