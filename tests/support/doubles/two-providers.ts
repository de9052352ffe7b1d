import { afterAll, beforeEach, expect } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { actorOfSession, sessionToken } from '@/server/people/sign-in/session';
import { withApp } from '../app/app';
import { send } from '../app/http';
import type { SignInBrowser } from '../app/sign-in-browser';
import { startFaultyIssuer } from './faulty-issuer';
import { startOidc } from './oidc';

export const OWN = 'http://localhost:3000';

/** A person of the first provider, and an admin of the organization Acme. */
export const ada = { sub: 'ada-1', name: 'Ada Byron', email: 'ada@example.com', email_verified: true };

/**
 * Gives a test file a Pushboard with two configured providers: an honest one, which Acme requires, and a partner that the
 * test makes lie. Everyone may sign up, and the partner's addresses are trusted, so nothing else keeps its people out.
 */
export async function withTwoProviders(variables: Readonly<Record<string, string>> = {}) {
  const first = await startOidc([`${OWN}/api/auth/callback/first`]);
  const partner = await startFaultyIssuer();
  withApp({
    AUTH_MODE: 'hosted',
    SIGN_UP: 'open',
    PROVIDER_ALLOW: '127.0.0.1',
    OIDC_ISSUERS: 'first,partner',
    ...first.variables('FIRST'),
    OIDC_PARTNER_ISSUER: partner.url,
    OIDC_PARTNER_CLIENT_ID: 'pushboard',
    OIDC_PARTNER_CLIENT_SECRET: 'secret',
    OIDC_PARTNER_TRUST_EMAIL: '1',
    ...variables,
  });
  beforeEach(async () => {
    partner.document = (right) => right;
    partner.claims = (right) => ({ ...right, sub: 'max-1', name: 'Max', email: 'max@partner.example' });
    partner.token = null;
    partner.answers.clear();
    first.accounts.splice(0, Number.POSITIVE_INFINITY, { ...ada });
    first.next = ada.sub;
    await prisma().user.deleteMany();
    await prisma().orgSlug.deleteMany();
    await prisma().org.deleteMany();
    await prisma().org.create({
      data: {
        orgId: 'acme',
        name: 'Acme',
        requiredIssuer: first.url,
        slugs: { create: { slug: 'acme' } },
      },
    });
    await prisma().user.create({
      data: {
        userId: 'ada',
        name: ada.name,
        email: ada.email,
        memberships: { create: { orgId: 'acme', role: 'admin' } },
        identities: { create: { issuer: first.url, subject: ada.sub } },
      },
    });
    partner.asked.length = 0;
  });
  afterAll(async () => {
    await first.stop();
    await partner.stop();
  });
  return {
    first,
    partner,
    /** Signs in through the partner; returns why not, as the person or the next page is told. */
    async throughPartner(browser: SignInBrowser, wanted: object = {}): Promise<string> {
      const { url, message } = await browser.begin('partner', wanted);
      return url === '' ? message : (await browser.end(partner.callbackFor(url))).search;
    },
  };
}

/** The newest row about a refused sign-in. */
export const refusedSignIn = () =>
  prisma().auditEvent.findFirst({ where: { action: 'session.refused' }, orderBy: { auditEventId: 'desc' } });

/** Who is signed in. */
export async function userIn(browser: SignInBrowser): Promise<string | null> {
  const token = sessionToken(browser.cookie());
  const actor = token === null ? null : await actorOfSession(token);
  return actor?.kind === 'person' ? actor.userId : null;
}

export async function nobodyCameIn(browser: SignInBrowser): Promise<void> {
  expect(sessionToken(browser.cookie())).toBeNull();
  expect(await prisma().session.count()).toBe(0);
  expect(await prisma().identity.count()).toBe(1);
  expect(await prisma().user.count()).toBe(1);
}

/** The status of a request to Acme, which requires the first provider. */
export async function entersAcme(browser: SignInBrowser): Promise<number> {
  const headers = { cookie: browser.cookie(), origin: OWN };
  return (await send('GET', '/acme/skinny-kits', { headers })).status;
}
