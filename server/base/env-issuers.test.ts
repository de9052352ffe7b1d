import { describe, expect, it } from 'vitest';
import { isLookAlike, readIssuers } from './env-issuers';

/** Reads providers with these issuers, by name; returns what is wrong, by variable. */
function read(urls: Record<string, string>) {
  const source: Record<string, string> = {};
  for (const [id, url] of Object.entries(urls)) {
    const prefix = `OIDC_${id.toUpperCase()}`;
    source[`${prefix}_ISSUER`] = url;
    source[`${prefix}_CLIENT_ID`] = 'pushboard';
    source[`${prefix}_CLIENT_SECRET`] = 'secret';
  }
  const { issuers, complaints } = readIssuers(Object.keys(urls), source, [], []);
  return { urls: issuers.map(({ url }) => url), complaints: Object.fromEntries(complaints) };
}

describe('S89 an issuer', () => {
  it.each([
    'https://accounts.google.com',
    'https://acme.eu.auth0.com/',
    'https://Sso.example.com:8443/realms/Acme',
  ])('%s is kept letter for letter', (url) => {
    expect(read({ acme: url })).toEqual({ urls: [url], complaints: {} });
  });

  it('may be given as the address of its document', () => {
    const { urls } = read({ acme: 'https://id.acme.test/.well-known/openid-configuration' });
    expect(urls).toEqual(['https://id.acme.test']);
  });

  it.each([
    'https://id.acme.test?tenant=1',
    'https://id.acme.test/?',
    'https://id.acme.test#x',
    'https://user@id.acme.test',
    'https://id.acme.test/ https://id.other.test',
    'ftp://id.acme.test',
    'operator',
    'email',
    'demo',
  ])('%s is not one', (url) => {
    expect(read({ acme: url }).complaints).toEqual({
      OIDC_ACME_ISSUER: 'must be the address of the issuer, such as https://accounts.google.com',
    });
  });

  it.each([
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/organizations/v2.0/',
    'https://login.microsoftonline.com/consumers',
    'https://LOGIN.microsoftonline.com/Common/v2.0/.well-known/openid-configuration',
    'https://login.microsoftonline.com:443/common/v2.0',
    'https://login.microsoftonline.us/organizations/v2.0',
  ])('%s, where anyone’s tenant vouches for people, is refused in words', (url) => {
    expect(read({ acme: url }).complaints).toEqual({
      OIDC_ACME_ISSUER: expect.stringMatching(
        /^stands for every tenant of Microsoft; it must be that of your own/,
      ),
    });
  });

  it('of one tenant of Microsoft is accepted', () => {
    const url = 'https://login.microsoftonline.com/8c1f4b52-6f0e-4a53-9b36-2f4f3f0f9a11/v2.0';
    expect(read({ acme: url }).complaints).toEqual({});
  });
});

describe('S89 two providers', () => {
  it.each([
    ['the same issuer', 'https://id.acme.test'],
    ['issuers that differ by a slash', 'https://id.acme.test/'],
    ['issuers that differ in capitals', 'https://ID.Acme.test'],
    ['issuers that differ by the usual port', 'https://id.acme.test:443'],
    ['issuers that differ in all of these', 'HTTPS://id.ACME.test:443//'],
    ['the address of the same document', 'https://id.acme.test/.well-known/openid-configuration'],
  ])('with %s are refused', (_which, url) => {
    expect(read({ acme: 'https://id.acme.test', twin: url }).complaints).toEqual({
      OIDC_TWIN_ISSUER: 'must not be the issuer of OIDC_ACME_ISSUER, nor one that looks like it',
    });
  });

  it.each([
    ['another port', 'https://id.acme.test:8443'],
    ['another path', 'https://id.acme.test/realms/other'],
    ['another host', 'https://id.acme.test.evil.example'],
  ])('at %s are two', (_which, url) => {
    expect(read({ acme: 'https://id.acme.test', other: url }).complaints).toEqual({});
    expect(isLookAlike('https://id.acme.test', url)).toBe(false);
  });
});
