import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { sendRaw } from '../../support/app/http';
import { withDirectory } from '../../support/doubles/directory-app';
import { CLIENT_ID, sendJson, TENANT_ID } from '../../support/doubles/graph-double';
import { refusedSignIn } from '../../support/doubles/two-providers';

const APP_URL = 'http://localhost:3000';
const OTHER_TENANT = '11111111-2222-4333-8444-555555555555';

const test = withDirectory({ APP_URL });

const issuer = () => `${test.graph.origin}/${TENANT_ID}/v2.0`;
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What the directory calls itself; a test changes it. */
let documentIssuer = '';
let tokenIssuer = '';
let nonce = '';

/** A directory that calls itself as the test says, and names Ada in every token. */
function answer(request: IncomingMessage, response: ServerResponse): boolean {
  const now = Math.floor(Date.now() / 1000);
  if (/\/token(\?|$)/.test(request.url ?? '')) {
    const claims = { iss: tokenIssuer, aud: CLIENT_ID, exp: now + 600, iat: now, nonce };
    const who = { oid: 'oid-ada', sub: 'sub-of-oid-ada', name: 'Ada Byron' };
    const idToken = `${part({ alg: 'RS256' })}.${part({ ...claims, ...who })}.x`;
    sendJson(response, 200, {
      token_type: 'Bearer',
      access_token: 'x',
      expires_in: 3600,
      id_token: idToken,
      scope: 'openid profile email',
    });
    return true;
  }
  sendJson(response, 200, {
    issuer: documentIssuer,
    authorization_endpoint: `${issuer()}/authorize`,
    token_endpoint: `${issuer()}/token`,
    jwks_uri: `${issuer()}/keys`,
  });
  return true;
}

beforeEach(async () => {
  test.graph.signIn = { answer, revoke: () => {} };
  documentIssuer = issuer();
  tokenIssuer = issuer();
  await test.syncPeople();
});

const send = async (path: string, body: object, cookie = '') => {
  const response = await sendRaw('POST', `/sign-in/directory/${path}`, {
    headers: { origin: APP_URL, cookie },
    body,
  });
  const read: { url?: string; state?: string; error?: { message: string } } = await response.json();
  return { status: response.status, body: read, cookie: response.headers.getSetCookie()[0] ?? '' };
};

async function signIn() {
  const begun = await send('start', { isPopup: false });
  if (begun.status !== 200) return begun;
  nonce = new URL(begun.body.url ?? '').searchParams.get('nonce') ?? '';
  return send('finish', { code: 'c', state: begun.body.state }, begun.cookie.split(';')[0]);
}

const others: [string, () => string][] = [
  ['another tenant', () => `${test.graph.origin}/${OTHER_TENANT}/v2.0`],
  ['every tenant', () => `${test.graph.origin}/{tenantid}/v2.0`],
  ['the tenant with a slash', () => `${issuer()}/`],
  ['the tenant in capitals', () => issuer().replace(TENANT_ID, TENANT_ID.toUpperCase())],
  ['the tenant at another port', () => issuer().replace(/:\d+/, ':1')],
  ['Microsoft’s own host', () => `https://login.microsoftonline.com/${TENANT_ID}/v2.0`],
  ['what operators’ links begin', () => 'operator'],
];

it('S89 a directory that is what was configured signs in its people', async () => {
  expect((await signIn()).status).toBe(200);
  expect(await prisma().session.findFirst()).toMatchObject({ issuer: issuer() });
});

describe('S89 a directory whose', () => {
  const refused = async (claimed: string, namedIn: string) => {
    const { status, body } = await signIn();
    expect(status).toBe(401);
    expect(body.error?.message).toContain(`calls itself ${claimed}, but Pushboard is set up for ${issuer()}`);
    expect(await prisma().session.count()).toBe(0);
    expect(await refusedSignIn()).toMatchObject({
      subjectId: 'directory',
      after: { failure: 'otherIssuer', configured: issuer(), claimed, named_in: namedIn },
    });
  };

  it.each(others)('discovery document names %s lets nobody in, and is audited', async (_which, named) => {
    documentIssuer = named();
    await refused(named(), 'document');
  });

  it.each(others)(
    'ID token names %s lets nobody in, and is audited with the person',
    async (_which, named) => {
      tokenIssuer = named();
      await refused(named(), 'token');
      expect(await refusedSignIn()).toMatchObject({ after: { subject: 'oid-ada' } });
    },
  );

  it.each(others)('document and token name %s lets nobody in', async (_which, named) => {
    documentIssuer = named();
    tokenIssuer = named();
    await refused(named(), 'document');
  });
});
