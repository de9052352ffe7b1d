import { describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { SignInBrowser } from '../../support/app/sign-in-browser';
import {
  ada,
  entersAcme,
  nobodyCameIn,
  refusedSignIn,
  userIn,
  withTwoProviders,
} from '../../support/doubles/two-providers';

const { first, partner, throughPartner } = await withTwoProviders();

const port = Number(new URL(partner.url).port);
const otherPort = String(port === 65_535 ? 1024 : port + 1);

/** What the partner calls itself instead of what was configured. */
const names: [string, string][] = [
  ['the other provider', first.url],
  ['itself with a slash', `${partner.url}/`],
  ['itself in capitals', partner.url.replace('http', 'HTTP')],
  ['itself at another port', partner.url.replace(String(port), otherPort)],
  ['itself with a path', `${partner.url}/realms/other`],
  ['what operators’ links begin', 'operator'],
  ['emailed links', 'email'],
  ['demo mode', 'demo'],
  ['nothing', ''],
];

describe('S89 of two honest providers', () => {
  it('each signs in its own people, who are found by the configured issuer', async () => {
    const [one, other] = [new SignInBrowser(), new SignInBrowser()];
    await one.signIn('first');
    expect(await userIn(one)).toBe('ada');
    expect(await entersAcme(one)).toBe(200);
    expect(await throughPartner(other)).toBe('');
    const userId = (await userIn(other)) ?? '';
    const { issuer, subject } = await prisma().identity.findFirstOrThrow({ where: { userId } });
    expect([issuer, subject]).toEqual([partner.url, 'max-1']);
  });

  it('the same subject at the other one is someone else, who can’t enter where the first one is required', async () => {
    partner.claims = (right) => ({ ...right, sub: ada.sub, email: 'max@partner.example' });
    const browser = new SignInBrowser();
    await throughPartner(browser);
    const userId = (await userIn(browser)) ?? '';
    expect(userId).not.toBe('ada');
    await prisma().membership.create({ data: { orgId: 'acme', userId, role: 'admin' } });
    expect(await entersAcme(browser)).toBe(403);
  });

  it('the other one’s word for an address makes nobody the person who has it', async () => {
    partner.claims = (right) => ({ ...right, sub: 'max-1', email: ada.email });
    const browser = new SignInBrowser();
    expect(await throughPartner(browser)).toBe('?failure=emailInUse');
    await nobodyCameIn(browser);
  });
});

describe('S89 a discovery document that calls the provider', () => {
  it.each<[string, unknown]>([...names, ['several', [partner.url, first.url]], ['no text', undefined]])(
    '%s lets nobody in, says what differs, and is audited',
    async (_which, claimed) => {
      partner.document = (right) => ({ ...right, issuer: claimed });
      const browser = new SignInBrowser();
      const message = await throughPartner(browser);
      const named = typeof claimed === 'string' && claimed !== '' ? claimed : null;
      expect(message).toContain(named === null ? 'does not name its issuer' : `calls itself ${named},`);
      expect(message).toContain(
        `set up for ${partner.url}. Ask the people who run Pushboard to check OIDC_PARTNER_`,
      );
      // Not even the browser is sent there.
      expect(partner.asked).toEqual(['/.well-known/openid-configuration']);
      await nobodyCameIn(browser);
      expect(await refusedSignIn()).toMatchObject({
        subjectId: 'partner',
        actorUserId: null,
        address: '127.0.0.1',
        after: { failure: 'otherIssuer', configured: partner.url, claimed: named, named_in: 'document' },
      });
    },
  );

  it('another than at the beginning ends the sign-in before the code is sent anywhere', async () => {
    const browser = new SignInBrowser();
    const { url } = await browser.begin('partner');
    partner.document = (right) => ({ ...right, issuer: first.url });
    partner.claims = (right) => ({ ...right, iss: first.url, sub: ada.sub });
    expect((await browser.end(partner.callbackFor(url))).search).toBe('?failure=otherIssuer');
    expect(partner.asked).not.toContain('/token');
    await nobodyCameIn(browser);
  });
});

describe('S89 an ID token that calls the provider', () => {
  it.each(names)('%s lets nobody in, and is audited with the person it names', async (_which, iss) => {
    partner.claims = (right) => ({ ...right, sub: ada.sub, iss });
    const browser = new SignInBrowser();
    expect(await throughPartner(browser)).toBe('?failure=otherIssuer');
    await nobodyCameIn(browser);
    expect(await refusedSignIn()).toMatchObject({
      subjectId: 'partner',
      after: {
        failure: 'otherIssuer',
        configured: partner.url,
        claimed: iss === '' ? null : iss,
        named_in: 'token',
        subject: ada.sub,
      },
    });
  });

  it.each(names)('%s, as its document does, lets nobody in', async (_which, iss) => {
    const browser = new SignInBrowser();
    const { url } = await browser.begin('partner');
    partner.document = (right) => ({ ...right, issuer: iss });
    partner.claims = (right) => ({ ...right, sub: ada.sub, iss });
    expect((await browser.end(partner.callbackFor(url))).search).toBe('?failure=otherIssuer');
    await nobodyCameIn(browser);
  });

  it('nothing at all lets nobody in', async () => {
    partner.claims = ({ iss: _, ...right }) => ({ ...right, sub: ada.sub });
    const browser = new SignInBrowser();
    expect(await throughPartner(browser)).toBe('?failure=otherIssuer');
    await nobodyCameIn(browser);
  });
});
