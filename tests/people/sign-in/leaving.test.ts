import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { authRoute } from '@/server/http/auth-route';
import { actorOfSession, sessionToken } from '@/server/people/sign-in/session';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { keepConnections } from '../../support/app/keep-connections';
import { SignInBrowser } from '../../support/app/sign-in-browser';
import { startOidc } from '../../support/doubles/oidc';

const OWN = 'http://localhost:3000';

/** What the provider sends to our address arrives at the route, as through the web server. */
const calls: Promise<number>[] = [];
const ours = createServer(keepConnections, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const call = logout(Buffer.concat(chunks).toString('utf8'), request.headers['content-type'] ?? '');
    calls.push(call.then(({ status }) => status));
    void call.then((answer) => response.writeHead(answer.status).end());
  });
});
await new Promise<void>((resolve) => ours.listen(0, '127.0.0.1', () => resolve()));

function logout(body: string, type: string): Promise<Response> {
  const headers = { 'content-type': type, host: 'localhost:3000', 'x-forwarded-for': '127.0.0.1' };
  return authRoute(new Request(`${OWN}/api/auth/logout/acme`, { method: 'POST', headers, body }), {
    params: Promise.resolve({ nextauth: ['logout', 'acme'] }),
  });
}

const acme = await startOidc([`${OWN}/api/auth/callback/acme`], [], {
  backchannel: `http://127.0.0.1:${(ours.address() as AddressInfo).port}/api/auth/logout/acme`,
  afterLogout: `${OWN}/sign-in`,
});

withApp({
  AUTH_MODE: 'hosted',
  SIGN_UP: 'open',
  NETWORK_ALLOW: '127.0.0.1',
  OIDC_ISSUERS: 'acme',
  ...acme.variables('ACME', 'Acme'),
});

const ana = { sub: 'ana-1', name: 'Ana Ruiz', email: 'ana@example.com', email_verified: true };

beforeEach(async () => {
  calls.length = 0;
  await prisma().user.deleteMany();
  await prisma().org.deleteMany();
  acme.accounts.splice(0, Number.POSITIVE_INFINITY, { ...ana });
  acme.next = ana.sub;
});
afterAll(async () => {
  await acme.stop();
  ours.close();
});

async function signedIn(): Promise<SignInBrowser> {
  const browser = new SignInBrowser();
  await browser.signIn('acme');
  expect(await isSignedIn(browser)).toBe(true);
  return browser;
}

async function isSignedIn(browser: SignInBrowser): Promise<boolean> {
  const token = sessionToken(browser.cookie());
  return token !== null && (await actorOfSession(token)).kind === 'person';
}

const sign = (path: string, browser: SignInBrowser) =>
  send('POST', path, { headers: { cookie: browser.cookie(), origin: OWN } });

/** Confirms the logout at the provider, as its page asks, and returns where that ends. */
async function confirmAtProvider(browser: SignInBrowser, url: string): Promise<string | null> {
  const page = await fetch(url, { headers: { cookie: browser.cookie(acme.url) } });
  browser.keep(acme.url, page);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const confirmed = await fetch(`${acme.url}/session/end/confirm`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: browser.cookie(acme.url), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  browser.keep(acme.url, confirmed);
  return confirmed.headers.get('location');
}

describe('S91 logging out', () => {
  it('here ends our session alone', async () => {
    const browser = await signedIn();
    expect((await sign('/sign-out', browser)).status).toBe(204);
    expect(await isSignedIn(browser)).toBe(false);
    acme.next = null;
    const { url } = await browser.begin('acme');
    // The provider knows the person still, and asks nobody.
    expect(await browser.throughProvider(url)).toContain('/api/auth/callback/acme');
  });

  it('everywhere ends the provider’s session, too, and returns to us', async () => {
    const browser = await signedIn();
    const { status, body } = await sign('/sign-out/everywhere', browser);
    expect(status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
    const url = new URL((body as { url: string }).url);
    expect(url.origin).toBe(acme.url);
    expect(url.searchParams.get('client_id')).toBe('pushboard');
    expect(url.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await confirmAtProvider(browser, url.href)).toBe(`${OWN}/sign-in`);
    acme.next = null;
    const again = await browser.begin('acme');
    // The provider asks who it is.
    await expect(browser.throughProvider(again.url)).rejects.toThrow(/answered 200/);
  });

  it('everywhere answers no address for a session of another way in, and for none', async () => {
    const nobody = await sign('/sign-out/everywhere', new SignInBrowser());
    expect(nobody).toMatchObject({ status: 200, body: { url: null } });
    const browser = await signedIn();
    await prisma().session.updateMany({ data: { issuer: 'email' } });
    expect((await sign('/sign-out/everywhere', browser)).body).toEqual({ url: null });
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('keeps the ID token sealed, and no longer than the session', async () => {
    const browser = await signedIn();
    const { sealedIdToken, providerSession } = await prisma().session.findFirstOrThrow();
    expect(providerSession).toMatch(/\S{10}/);
    expect(Buffer.from(sealedIdToken ?? []).toString('latin1')).not.toContain('eyJ');
    await sign('/sign-out', browser);
    expect(await prisma().session.count()).toBe(0);
  });
});

describe('S91 the provider’s logout', () => {
  it('ends our sessions that come from its session, and no others', async () => {
    const here = await signedIn();
    const elsewhere = await signedIn();
    const { body } = await sign('/sign-out/everywhere', here);
    await confirmAtProvider(here, (body as { url: string }).url);
    await expect.poll(() => calls.length).toBe(1);
    expect(await calls[0]).toBe(200);
    expect(await isSignedIn(elsewhere)).toBe(true);
  });

  it('ends our session while its page is open, wherever the person logs out', async () => {
    const browser = await signedIn();
    // Another program of the provider logs the person out: with no hint, and without telling our page.
    await confirmAtProvider(browser, `${acme.url}/session/end?client_id=pushboard`);
    await expect.poll(() => calls.length).toBe(1);
    expect(await calls[0]).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
    const latest = { where: { action: 'session.end' }, orderBy: { auditEventId: 'desc' } } as const;
    expect(await prisma().auditEvent.findFirst(latest)).toMatchObject({
      actorUserId: null,
      after: { because: 'the provider', issuer: acme.url },
    });
  });
});
