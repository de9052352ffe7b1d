import type { JWTPayload } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { beginInvitation, findOrCreatePerson } from '@/server/people/members/people';
import { sessionToken } from '@/server/people/sign-in/session';
import { withApp } from '../../support/app/app';
import { SignInBrowser } from '../../support/app/sign-in-browser';
import { signedByAnother, startFaultyIssuer, unsigned } from '../../support/doubles/faulty-issuer';

const issuer = await startFaultyIssuer();
const second = await startFaultyIssuer();

withApp({
  AUTH_MODE: 'hosted',
  SIGN_UP: 'open',
  PROVIDER_ALLOW: '127.0.0.1',
  OIDC_ISSUERS: 'acme,second',
  OIDC_ACME_ISSUER: issuer.url,
  OIDC_ACME_CLIENT_ID: 'pushboard',
  OIDC_ACME_CLIENT_SECRET: 'secret',
  OIDC_SECOND_ISSUER: second.url,
  OIDC_SECOND_CLIENT_ID: 'pushboard',
  OIDC_SECOND_CLIENT_SECRET: 'secret',
});

afterAll(async () => {
  // A provider that nobody chose is asked nothing.
  expect(second.asked).toEqual([]);
  await issuer.stop();
  await second.stop();
});

beforeEach(async () => {
  issuer.claims = (right) => right;
  issuer.token = null;
  issuer.answers.clear();
  await prisma().identity.deleteMany();
  await prisma().session.deleteMany();
});

/** Signs in, and returns what the page after it is told. */
async function signIn(): Promise<string> {
  const browser = new SignInBrowser();
  const { url, message } = await browser.begin('acme');
  if (url === '') return message;
  const end = await browser.end(issuer.callbackFor(url));
  const isIn = sessionToken(browser.cookie()) !== null;
  return isIn ? 'signed in' : end.search;
}

const nothingIsLeft = async () => {
  expect(await prisma().identity.count()).toBe(0);
  expect(await prisma().session.count()).toBe(0);
};

it('lets a person in whose token is right', async () => {
  expect(await signIn()).toBe('signed in');
});

it('lets people in after the provider has rotated its keys', async () => {
  await signIn();
  await issuer.rotateKey();
  expect(await signIn()).toBe('signed in');
});

it('joins nobody to an organization by itself where everyone may come in', async () => {
  await prisma().user.deleteMany();
  await prisma().orgSlug.deleteMany();
  await prisma().org.deleteMany();
  await prisma().org.create({ data: { orgId: 'acme', name: 'Acme', slugs: { create: { slug: 'acme' } } } });
  const inviter = { userId: 'boss', name: 'Boss', email: 'boss@example.com' };
  await prisma().user.create({ data: inviter });
  const userId = await transaction(async (tx) => {
    const person = await findOrCreatePerson(tx, 'ana@example.com', null);
    const boss = { kind: 'person', ...inviter, memberships: [], through: { kind: 'demo' } } as const;
    const nobody = { actorUserId: null, requestId: null, address: null };
    await beginInvitation(tx, 'acme', boss, person, 'member', nobody);
    return person.userId;
  });
  expect(await signIn()).toBe('signed in');
  const states = await prisma().membership.findMany({ where: { userId }, orderBy: { state: 'asc' } });
  expect(states.map(({ orgId, state }) => [orgId, state])).toEqual([
    ['anas-org', 'active'],
    ['acme', 'pending'],
  ]);
});

describe('S26 an ID token is refused', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const cases: [string, (right: JWTPayload) => JWTPayload, string][] = [
    ['of another nonce', (right) => ({ ...right, nonce: 'x' }), 'untrusted'],
    ['without a nonce', ({ nonce: _, ...right }) => right, 'untrusted'],
    ['of another issuer', (right) => ({ ...right, iss: 'https://evil.example' }), 'otherIssuer'],
    ['for another audience', (right) => ({ ...right, aud: 'other' }), 'untrusted'],
    ['that has expired, as with a skewed clock', (right) => ({ ...right, exp: now() - 60 }), 'clock'],
    ['that was made later than now', (right) => ({ ...right, iat: now() + 30 }), 'clock'],
    ['that is not valid yet, as with a skewed clock', (right) => ({ ...right, nbf: now() + 600 }), 'clock'],
  ];
  it.each(cases)('%s', async (_what, spoil, failure) => {
    issuer.claims = spoil;
    expect(await signIn()).toBe(`?failure=${failure}`);
    await nothingIsLeft();
  });

  it('without a signature', async () => {
    issuer.token = unsigned;
    expect(await signIn()).toMatch(/\?failure=(untrusted|misconfigured)/);
    await nothingIsLeft();
  });

  it('signed by another key', async () => {
    issuer.token = signedByAnother;
    expect(await signIn()).toBe('?failure=untrusted');
    await nothingIsLeft();
  });

  it('that names nobody', async () => {
    issuer.claims = ({ sub: _, ...right }) => right;
    expect(await signIn()).toMatch(/\?failure=(untrusted|refused)/);
    await nothingIsLeft();
  });
});

it('S93 clocks may differ by ten seconds', async () => {
  issuer.claims = (right) => ({ ...right, iat: Math.floor(Date.now() / 1000) + 8 });
  expect(await signIn()).toBe('signed in');
});

describe('a provider', () => {
  const discovery = '/.well-known/openid-configuration';

  it('that is down is reported where the sign-in begins', async () => {
    issuer.answers.set(discovery, { status: 503, body: 'down' });
    expect(await signIn()).toContain('could not be reached');
  });

  it('that is down in the middle is reported where it ends', async () => {
    issuer.answers.set('/token', { status: 503, body: 'down' });
    expect(await signIn()).toBe('?failure=unreachable');
    await nothingIsLeft();
  });

  it('that is not an identity provider at all is reported as a setup that is wrong', async () => {
    issuer.answers.set(discovery, { status: 404, body: '<html>Not here</html>' });
    expect(await signIn()).toContain('do not agree on their setup');
  });

  it('that refuses our secret is reported as a setup that is wrong', async () => {
    issuer.answers.set('/token', { status: 401, body: '{"error":"invalid_client"}' });
    expect(await signIn()).toBe('?failure=misconfigured');
    await nothingIsLeft();
  });

  it('that does not answer is given up, with words', async () => {
    issuer.answers.set(discovery, 'never');
    expect(await signIn()).toContain('did not answer in time');
  }, 60_000);
});
