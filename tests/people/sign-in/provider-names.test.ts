import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { SignInBrowser } from '../../support/app/sign-in-browser';
import { startOidc } from '../../support/doubles/oidc';

const callback = (name: string) => `http://localhost:3000/api/auth/callback/${name}`;
const acme = await startOidc([callback('acme')]);

withApp({
  AUTH_MODE: 'hosted',
  NETWORK_ALLOW: '127.0.0.1',
  OIDC_ISSUERS: 'acme',
  ...acme.variables('ACME'),
});

const ana = { sub: 'ana-1', name: 'Ana Ruiz', email: 'ana@example.com', email_verified: true };

beforeEach(async () => {
  await prisma().user.deleteMany();
  await prisma().org.deleteMany();
  for (const orgId of ['acme', 'beta'])
    await prisma().org.create({ data: { orgId, name: orgId, slugs: { create: { slug: orgId } } } });
  await prisma().user.create({
    data: {
      userId: 'ana',
      name: 'ana',
      email: ana.email,
      memberships: { create: [{ orgId: 'acme' }, { orgId: 'beta' }] },
    },
  });
  acme.accounts.splice(0, Number.POSITIVE_INFINITY, { ...ana });
  acme.next = ana.sub;
});
afterAll(() => acme.stop());

const nameOf = async (userId: string) => (await prisma().user.findUniqueOrThrow({ where: { userId } })).name;
const renames = (after: string) =>
  prisma().auditEvent.findMany({
    where: { action: 'person.name', after: { equals: { name: after } } },
    orderBy: { auditEventId: 'asc' },
  });

async function signIn(claims: object = {}): Promise<SignInBrowser> {
  acme.accounts[0] = { ...ana, ...claims };
  const browser = new SignInBrowser();
  await browser.signIn('acme');
  return browser;
}

const createOrg = (browser: SignInBrowser, userName: string) =>
  send('POST', '/users/me/orgs', {
    headers: { cookie: browser.cookie(), origin: 'http://localhost:3000' },
    body: { orgName: 'Own', userName },
  });

describe('S79 the name of a person with a provider', () => {
  it('is the provider’s, from the first sign-in on, and changes with it', async () => {
    await signIn();
    expect(await nameOf('ana')).toBe('Ana Ruiz');
    await signIn({ name: 'Ana Vega' });
    expect(await nameOf('ana')).toBe('Ana Vega');
    for (const [before, after] of [
      ['ana', 'Ana Ruiz'],
      ['Ana Ruiz', 'Ana Vega'],
    ] as const)
      expect((await renames(after)).slice(-2)).toMatchObject([
        { orgId: 'acme', actorUserId: 'ana', before: { name: before } },
        { orgId: 'beta', actorUserId: 'ana', before: { name: before } },
      ]);
  });

  it('can’t be changed here', async () => {
    const browser = await signIn();
    const refused = await createOrg(browser, 'Dana Lee');
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      error: { message: expect.stringContaining('Your name comes from Acme.') },
    });
    expect(await nameOf('ana')).toBe('Ana Ruiz');
    expect((await createOrg(browser, 'Ana Ruiz')).status).toBe(201);
  });

  it('stays if the provider says none', async () => {
    await signIn();
    await signIn({ name: undefined, preferred_username: 'ar' });
    expect(await nameOf('ana')).toBe('Ana Ruiz');
  });

  it('is taken without addresses and characters that turn others', async () => {
    await signIn({ name: 'Pay at https://evil.example/\u202eyap' });
    expect(await nameOf('ana')).toBe('Pay at https evil example/ yap');
  });
});
