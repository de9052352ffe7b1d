import { beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { beginInvitation, findOrCreatePerson } from '@/server/people/members/people';
import { sessionToken } from '@/server/people/sign-in/session';
import { send } from '../../support/app/http';
import { SignInBrowser } from '../../support/app/sign-in-browser';
import {
  ada,
  entersAcme,
  OWN,
  refusedSignIn,
  userIn,
  withTwoProviders,
} from '../../support/doubles/two-providers';

const { first, partner, throughPartner } = await withTwoProviders({ SIGN_UP: 'invited' });

const nobody = { actorUserId: null, requestId: null, address: null };
const bob = { sub: 'bob-1', name: 'Bob', email: 'bob@example.com', email_verified: true };
const mallory = { sub: 'mallory-1', name: 'Mallory', email: 'mallory@example.com', email_verified: true };

/** The partner's next person. */
const partnerSends = (sub: string, email: string) => {
  partner.claims = (right) => ({ ...right, sub, email });
};

/** The first provider's next person. */
const firstSends = (account: typeof bob) => {
  first.accounts.push({ ...account });
  first.next = account.sub;
};

const identitiesOf = async (userId: string) =>
  (await prisma().identity.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })).map(
    ({ issuer, subject }) => `${issuer} ${subject}`,
  );

describe('S89 adding a way to sign in', () => {
  it('of a provider that calls itself another adds nothing, and the audit log names the person who tried', async () => {
    const browser = new SignInBrowser();
    await browser.signIn('first');
    partner.claims = (right) => ({ ...right, iss: first.url, sub: 'boss-1' });
    expect(await throughPartner(browser, { purpose: 'link' })).toBe('?failure=otherIssuer');
    expect(await refusedSignIn()).toMatchObject({
      actorUserId: 'ada',
      after: { claimed: first.url, named_in: 'token', subject: 'boss-1' },
    });
    partner.document = (right) => ({ ...right, issuer: first.url });
    expect(await throughPartner(browser, { purpose: 'link' })).toContain(`calls itself ${first.url}`);
    expect(await refusedSignIn()).toMatchObject({ actorUserId: 'ada', after: { named_in: 'document' } });
    expect(await identitiesOf('ada')).toEqual([`${first.url} ${ada.sub}`]);
  });

  it('brings nobody’s own account into an organization that requires it, through another provider', async () => {
    const browser = new SignInBrowser();
    await browser.signIn('first');
    expect(await throughPartner(browser, { purpose: 'link' })).toBe('');
    const intruder = new SignInBrowser();
    await throughPartner(intruder);
    expect(await userIn(intruder)).toBe('ada');
    expect(await entersAcme(intruder)).toBe(403);
    firstSends(mallory);
    const { search } = await intruder.signIn('first', { purpose: 'link' });
    expect(search).toBe('?failure=linkOfOtherAddress');
    expect(await refusedSignIn()).toMatchObject({ actorUserId: 'ada', subjectId: 'first' });
    expect(await identitiesOf('ada')).toHaveLength(2);
    // A session that the required provider began may add another account of its own.
    const admin = new SignInBrowser();
    admin.setCookie('pushboard_session', sessionToken(browser.cookie()) ?? '');
    expect((await admin.signIn('first', { purpose: 'link' })).search).toBe('');
    expect(await identitiesOf('ada')).toContain(`${first.url} ${mallory.sub}`);
  });

  it('lets a member add the required provider, if it has verified the address that they have', async () => {
    await prisma().user.create({
      data: {
        userId: 'bob',
        name: 'Bob',
        email: bob.email,
        memberships: { create: { orgId: 'acme' } },
        identities: { create: { issuer: partner.url, subject: 'bob-of-partner' } },
      },
    });
    partnerSends('bob-of-partner', bob.email);
    firstSends({ ...bob, email: 'Bob@Example.com' });
    const browser = new SignInBrowser();
    await throughPartner(browser);
    expect((await browser.signIn('first', { purpose: 'link' })).search).toBe('');
    await browser.signIn('first');
    expect([await userIn(browser), await entersAcme(browser)]).toEqual(['bob', 200]);
  });

  it('follows no change of address by a provider whose word does not count there', async () => {
    await prisma().user.create({
      data: {
        userId: 'bob',
        name: 'Bob',
        email: bob.email,
        memberships: { create: { orgId: 'acme', role: 'admin' } },
      },
    });
    partnerSends('bob-of-partner', bob.email);
    const intruder = new SignInBrowser();
    await throughPartner(intruder);
    partnerSends('bob-of-partner', mallory.email);
    await throughPartner(intruder);
    firstSends(mallory);
    expect((await intruder.signIn('first', { purpose: 'link' })).search).toBe('?failure=linkOfOtherAddress');
    expect(await entersAcme(intruder)).toBe(403);
  });
});

describe('S89 an invitation to an organization that requires an issuer', () => {
  let joinOrgToken = '';
  beforeEach(async () => {
    const boss = {
      kind: 'person' as const,
      userId: 'ada',
      name: ada.name,
      email: ada.email,
      memberships: [],
      through: { kind: 'demo' as const },
    };
    const invitation = await transaction(async (tx) => {
      const person = await findOrCreatePerson(tx, bob.email, null);
      return beginInvitation(tx, 'acme', boss, person, 'admin', nobody);
    });
    joinOrgToken = invitation?.token ?? '';
    partnerSends('bob-of-partner', bob.email);
    firstSends(bob);
  });

  const state = async () =>
    (
      await prisma().membership.findFirstOrThrow({
        where: { orgId: 'acme', role: 'admin', userId: { not: 'ada' } },
      })
    ).state;

  it('is not accepted on the word of another provider, by its link', async () => {
    const browser = new SignInBrowser();
    expect(await throughPartner(browser, { joinOrgToken })).toBe('?failure=invitationElsewhere');
    expect(await state()).toBe('pending');
    expect(await userIn(browser)).toBeNull();
    await browser.signIn('first', { joinOrgToken });
    expect([await state(), await entersAcme(browser)]).toEqual(['active', 200]);
  });

  it('is not accepted on the word of another provider, by signing in or afterward', async () => {
    const browser = new SignInBrowser();
    expect(await throughPartner(browser)).toBe('');
    expect(await state()).toBe('pending');
    const headers = { cookie: browser.cookie(), origin: OWN };
    const body = { joinOrgToken };
    const userId = (await userIn(browser)) ?? '';
    const joined = await send('POST', `/users/${userId}/join_org`, { headers, body });
    expect(joined).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('requires another way to sign in') } },
    });
    const setUp = await send('POST', '/users/me', { headers, body });
    expect(setUp.status).toBe(403);
    expect(await state()).toBe('pending');
  });

  it('is accepted by signing in with the required one', async () => {
    const browser = new SignInBrowser();
    await browser.signIn('first');
    expect([await state(), await entersAcme(browser)]).toEqual(['active', 200]);
  });
});
