import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInFailures } from '@/lib/sign-in/failures';
import { prisma } from '@/server/base/database/prisma';
import { actorOfSession, sessionToken } from '@/server/people/sign-in/session';
import { withApp } from '../../support/app/app';
import { SignInBrowser } from '../../support/app/sign-in-browser';
import { startOidc } from '../../support/doubles/oidc';

const OWN = 'http://localhost:3000';
const acme = await startOidc([`${OWN}/api/auth/callback/acme`]);
const ana = { sub: 'ana-1', name: 'Ana Ruiz', email: 'ana@example.com', email_verified: true };

withApp({
  AUTH_MODE: 'hosted',
  PROVIDER_ALLOW: '127.0.0.1',
  OIDC_ISSUERS: 'acme',
  ...acme.variables('ACME'),
});

beforeAll(async () => {
  await prisma().org.create({ data: { orgId: 'acme', name: 'Acme', slugs: { create: { slug: 'acme' } } } });
  await prisma().user.create({
    data: {
      userId: 'ana',
      name: 'ana',
      email: ana.email,
      memberships: { create: { orgId: 'acme', role: 'member', state: 'active' } },
    },
  });
  acme.accounts.push(ana);
  acme.next = ana.sub;
});
afterAll(() => acme.stop());

const isIn = async (browser: SignInBrowser): Promise<boolean> => {
  const token = sessionToken(browser.cookie());
  return token !== null && (await actorOfSession(token)).kind === 'person';
};

/** Begins a sign-in in each of several tabs, and returns the addresses at the provider. */
async function beginInTabs(browser: SignInBrowser, tabs: readonly string[]): Promise<string[]> {
  const begun: string[] = [];
  for (const returnTo of tabs) begun.push((await browser.begin('acme', { returnTo })).url);
  return begun;
}

/** Signs in at the provider, and returns the address of our callback. */
const callbackOf = (browser: SignInBrowser, tabs: readonly string[], tab: number): Promise<string> =>
  browser.throughProvider(tabs[tab] ?? '');

it.each([
  ['in order', [0, 1, 2]],
  ['in the other order', [2, 1, 0]],
  ['the middle one alone', [1]],
] as const)('S93 of three tabs that sign in, each returns to where it was: %s', async (_, order) => {
  const browser = new SignInBrowser();
  const tabs = ['/acme/commands', '/acme/history', '/acme/analytics'];
  const begun = await beginInTabs(browser, tabs);
  for (const tab of order) {
    const end = await browser.end(await callbackOf(browser, begun, tab));
    expect(end.pathname + end.search).toBe(`/loading?returnTo=${encodeURIComponent(tabs[tab] ?? '')}`);
    expect(await isIn(browser)).toBe(true);
  }
  if (order.length === 3) expect(browser.cookieNames()).toEqual(['pushboard_session']);
});

it('tabs that ask for their tokens at once all begin', async () => {
  const browser = new SignInBrowser();
  const tokens: string[] = [];
  for (let tab = 0; tab < 3; tab += 1) {
    const { csrfToken } = (await (await browser.own('GET', '/api/auth/csrf')).json()) as {
      csrfToken: string;
    };
    tokens.push(csrfToken);
  }
  for (const csrfToken of tokens) {
    const begun = await browser.own('POST', '/api/auth/signin/acme', { csrfToken, json: 'true' });
    expect(begun.status).toBe(200);
  }
  const again = await browser.own('POST', '/api/auth/signin/acme', { csrfToken: tokens[0], json: 'true' });
  expect(again.status).toBe(400);
});

it('S93 a callback that was used says so, and leaves the sign-ins of other tabs alone', async () => {
  const browser = new SignInBrowser();
  const begun = await beginInTabs(browser, ['/a', '/b']);
  const first = await callbackOf(browser, begun, 0);
  await browser.end(first);
  expect((await browser.end(first)).search).toBe('?again=1');
  const second = await callbackOf(browser, begun, 1);
  expect((await browser.end(second)).search).toBe('?returnTo=%2Fb');
  await prisma().session.deleteMany();
  expect((await browser.end(second)).search).toBe('?failure=expired');
  expect(signInFailures.expired).toContain('already used');
});

it('a browser that begins again and again keeps the newest attempts alone', async () => {
  const browser = new SignInBrowser();
  const begun = await beginInTabs(
    browser,
    Array.from({ length: 12 }, (_, tab) => `/${tab}/${'x'.repeat(500)}`),
  );
  expect(browser.cookie().length).toBeLessThan(12_000);
  expect((await browser.end(await callbackOf(browser, begun, 0))).search).toBe('?failure=untrusted');
  expect((await browser.end(await callbackOf(browser, begun, 11))).search).toMatch(/^\?returnTo=%2F11%2F/);
  expect(await isIn(browser)).toBe(true);
});
