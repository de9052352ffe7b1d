import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { env } from '@/server/base/env';
import type { Issuer } from '@/server/base/env-issuers';
import { discover } from '@/server/people/sign-in/hosted/discover';
import { keepConnections } from '../../support/app/keep-connections';
import { SignInBrowser } from '../../support/app/sign-in-browser';
import { serverCertificate, serverKey } from '../../support/doubles/certificates';
import { signedByAnother } from '../../support/doubles/faulty-issuer';
import { trustTestAuthority } from '../../support/doubles/graph-double';
import {
  ada,
  nobodyCameIn,
  refusedSignIn,
  userIn,
  withTwoProviders,
} from '../../support/doubles/two-providers';

const { first, partner, throughPartner } = await withTwoProviders({ OIDC_PARTNER_TRUST_EMAIL: '0' });

const partnerIssuer = (): Issuer => {
  const found = env().issuers.find(({ id }) => id === 'partner');
  if (found === undefined) throw new Error('The partner is not configured');
  return found;
};

describe('S89 a provider vouches with its own keys', () => {
  it('and no other key signs for it', async () => {
    partner.token = signedByAnother;
    const browser = new SignInBrowser();
    expect(await throughPartner(browser)).toBe('?failure=untrusted');
    await nobodyCameIn(browser);
  });

  it('and not with those of the other provider, which its document names', async () => {
    partner.document = (right) => ({ ...right, jwks_uri: `${first.url}/jwks` });
    const browser = new SignInBrowser();
    expect(await throughPartner(browser)).toBe('?failure=untrusted');
    await nobodyCameIn(browser);
  });

  it('and a document without TLS names no endpoints for an issuer that has it', async () => {
    trustTestAuthority();
    let endpoint = '';
    const server = createServer(
      { ...keepConnections, key: serverKey, cert: serverCertificate },
      (_request, response) => {
        response.setHeader('Content-Type', 'application/json');
        const rest = { authorization_endpoint: `${url}/a`, token_endpoint: `${url}/t`, jwks_uri: endpoint };
        response.end(JSON.stringify({ issuer: url, ...rest }));
      },
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    endpoint = `${url}/keys`;
    expect(await discover({ ...partnerIssuer(), url })).toMatchObject({ endpoints: { jwks_uri: endpoint } });
    endpoint = 'http://localhost/keys';
    await expect(discover({ ...partnerIssuer(), url })).rejects.toThrow('jwks_uri');
  });

  it('and no script stands where its sign-in page should', async () => {
    partner.document = (right) => ({ ...right, authorization_endpoint: 'javascript:alert(1)' });
    expect(await throughPartner(new SignInBrowser())).toContain('do not agree on their setup');
  });
});

describe('S89 the userinfo endpoint', () => {
  const withUserinfo = (body: object) => {
    partner.document = (right) => ({ ...right, userinfo_endpoint: `${partner.url}/userinfo` });
    partner.claims = ({ email: _, ...right }) => ({ ...right, sub: 'max-1' });
    partner.answers.set('/userinfo', { status: 200, body: JSON.stringify(body) });
  };

  it('that describes another subject than the ID token lets nobody in', async () => {
    withUserinfo({ sub: ada.sub, email: ada.email, email_verified: true });
    const browser = new SignInBrowser();
    expect(await throughPartner(browser)).toBe('?failure=untrusted');
    await nobodyCameIn(browser);
  });

  it('says itself whether its address is verified: what the ID token says of none doesn’t count', async () => {
    withUserinfo({ sub: 'max-1', email: 'bob@example.com', email_verified: false });
    const { claims } = partner;
    partner.claims = (right) => ({ ...claims(right), email_verified: true, xms_edov: 1 });
    await prisma().user.create({ data: { userId: 'bob', name: 'Bob', email: 'bob@example.com' } });
    const browser = new SignInBrowser();
    await throughPartner(browser);
    expect(await userIn(browser)).not.toBe('bob');
  });

  it('that names another issuer changes nothing', async () => {
    withUserinfo({ sub: 'max-1', iss: first.url, email: 'max@partner.example' });
    const browser = new SignInBrowser();
    expect(await throughPartner(browser)).toBe('');
    const userId = (await userIn(browser)) ?? '';
    expect(await prisma().identity.findFirst({ where: { userId } })).toMatchObject({ issuer: partner.url });
  });
});

describe('S89 a response in the browser', () => {
  const respond = async (browser: SignInBrowser, more: string) => {
    const { url } = await browser.begin('partner');
    return (await browser.end(partner.callbackFor(url) + more)).search;
  };

  it('of another issuer ends the sign-in before the code is sent anywhere, and is audited', async () => {
    const browser = new SignInBrowser();
    expect(await respond(browser, `&iss=${encodeURIComponent(first.url)}`)).toBe('?failure=otherIssuer');
    expect(partner.asked).not.toContain('/token');
    await nobodyCameIn(browser);
    expect(await refusedSignIn()).toMatchObject({
      subjectId: 'partner',
      after: { configured: partner.url, claimed: first.url, named_in: 'response' },
    });
  });

  it('names its issuer where the provider says that it does', async () => {
    partner.document = (right) => ({ ...right, authorization_response_iss_parameter_supported: true });
    const browser = new SignInBrowser();
    expect(await respond(browser, '')).toBe('?failure=untrusted');
    await nobodyCameIn(browser);
    expect(await respond(browser, `&iss=${encodeURIComponent(partner.url)}`)).toBe('');
    expect(await userIn(browser)).not.toBeNull();
  });

  it('to a sign-in at one provider never ends one at the other', async () => {
    const browser = new SignInBrowser();
    const { url } = await browser.begin('partner');
    const named = `&iss=${encodeURIComponent(first.url)}`;
    const elsewhere = partner.callbackFor(url).replace('/partner', '/first') + named;
    expect((await browser.end(elsewhere)).search).toBe('?failure=expired');
    const target = await browser.throughProvider((await browser.begin('first')).url);
    const unnamed = target.replace('/first', '/partner').replace(/&iss=[^&]+/, '');
    expect((await browser.end(unnamed)).search).toBe('?failure=expired');
    expect(partner.asked).not.toContain('/token');
    await nobodyCameIn(browser);
  });
});

describe('S89 the log', () => {
  it('names what to set for an issuer that only looks different, and never another provider', async () => {
    const refusal = async (claimed: string) => {
      partner.document = (right) => ({ ...right, issuer: claimed });
      return discover(partnerIssuer()).then(
        () => '',
        (error: Error) => error.message,
      );
    };
    const differs = (claimed: string) =>
      `Pushboard is set up for ${partner.url} (OIDC_PARTNER_ISSUER), but the discovery document names ${claimed}. Both must be equal, letter for letter.`;
    const [withSlash, other] = [`${partner.url}/`, first.url];
    expect(await refusal(withSlash)).toBe(
      `${differs(withSlash)} If this is your provider, change OIDC_PARTNER_ISSUER so that the issuer reads exactly ${withSlash}`,
    );
    expect(await refusal(other)).toBe(differs(other));
    expect(await refusal(`${first.url}\n\u202eforged ${'x'.repeat(1000)}`)).not.toMatch(/\n|\u202e|x{200}/);
  });
});
