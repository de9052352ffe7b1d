import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isDocumentAddress } from '@/server/programs/oauth/client-document';
import { findClient } from '@/server/programs/oauth/find-client';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { keepConnections } from '../support/app/keep-connections';
import { serverCertificate, serverKey } from '../support/doubles/certificates';
import { createOrganizations } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp({ APP_URL: 'http://localhost:3000', PROGRAM_ALLOW: 'localhost' });

let origin = '';
let document: (url: string) => { status?: number; type?: string; location?: string; body: string };
const asked: string[] = [];

const site = createServer(
  { ...keepConnections, key: serverKey, cert: serverCertificate },
  (request, response) => {
    asked.push(request.url ?? '');
    const { status = 200, type = 'application/json', location, body } = document(`${origin}${request.url}`);
    response
      .writeHead(status, { 'content-type': type, ...(location === undefined ? {} : { location }) })
      .end(body);
  },
);

beforeAll(async () => {
  // The certificate is signed by an authority that exists only in tests.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  await createOrganizations();
  site.listen(0);
  await once(site, 'listening');
  origin = `https://localhost:${(site.address() as AddressInfo).port}`;
});

afterAll(() => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  site.close();
});

const described = (client_id: string, more: object = {}) => ({
  body: JSON.stringify({
    client_id,
    client_name: 'An app',
    redirect_uris: ['https://app.example/'],
    ...more,
  }),
});

beforeEach(() => {
  asked.length = 0;
  document = described;
});

describe('a program whose id is the address of its document', () => {
  it('has the name and addresses of its document, and its site vouches for it', async () => {
    expect(await findClient(`${origin}/app.json`)).toEqual({
      clientId: `${origin}/app.json`,
      name: 'An app',
      redirectUris: ['https://app.example/'],
      vouchedBy: new URL(origin).host,
    });
  });

  it('is allowed by a person like a registered one', async () => {
    const body = {
      clientId: `${origin}/app.json`,
      redirectUri: 'https://app.example/',
      codeChallenge: 'x'.repeat(43),
      resource: null,
      state: null,
      scope: 'read',
      allowsUnasked: false,
    };
    const allowed = await send('POST', '/users/me/connected-apps', { as: people.runner, body });
    expect(allowed.body).toMatchObject({
      redirect_to: expect.stringMatching(/^https:\/\/app\.example\/\?code=/),
    });
    const other = { ...body, redirectUri: 'https://evil.example/' };
    expect((await send('POST', '/users/me/connected-apps', { as: people.runner, body: other })).status).toBe(
      400,
    );
  });

  it.each([
    ['describes another program', (url: string) => described(`${url}x`)],
    ['names no program', (url: string) => described(url, { client_id: undefined })],
    ['calls itself a slash more', (url: string) => described(`${url}/`)],
    ['calls itself by capitals', (url: string) => described(url.replace('https', 'HTTPS'))],
    ['calls itself another port', (url: string) => described(url.replace(/:\d+/, ''))],
    ['is not JSON', () => ({ body: '<html>' })],
    ['is a page', (url: string) => ({ ...described(url), type: 'text/html' })],
    ['is missing', (url: string) => ({ ...described(url), status: 404 })],
    ['has no addresses', (url: string) => described(url, { redirect_uris: [] })],
    [
      'wants a secret',
      (url: string) => described(url, { token_endpoint_auth_method: 'client_secret_basic' }),
    ],
    ['is too large', (url: string) => described(url, { more: 'x'.repeat(70_000) })],
  ])('S89 is unknown if the document %s', async (_, made) => {
    document = made;
    expect(await findClient(`${origin}/app.json`)).toBeNull();
  });

  it('S34 is not looked for where its address redirects to', async () => {
    document = (url) =>
      url.endsWith('/app.json')
        ? { status: 302, location: `${origin}/other`, body: '' }
        : described(`${origin}/app.json`);
    expect(await findClient(`${origin}/app.json`)).toBeNull();
    expect(asked).toEqual(['/app.json']);
  });
});

describe('S33 a document’s address', () => {
  it.each([
    'http://app.example/app.json',
    'https://app.example',
    'https://app.example/',
    'https://user@app.example/app.json',
    'https://app.example/app.json#x',
    'https://app.example/a/../app.json',
    'HTTPS://app.example/app.json',
    'ftp://app.example/app.json',
    'app.json',
  ])('is never %s', (address) => expect(isDocumentAddress(address)).toBe(false));

  it('reaches nothing on this machine or in a private network, in demo mode neither', async () => {
    const { port } = new URL(origin);
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '10.0.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '[::ffff:7f00:1]',
    ]) {
      const address = `https://${host}:${port}/app.json`;
      expect(isDocumentAddress(address)).toBe(true);
      expect(await findClient(address)).toBeNull();
    }
    expect(asked).toEqual([]);
  });
});
