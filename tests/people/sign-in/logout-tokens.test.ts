import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { authRoute } from '@/server/http/auth-route';
import { insertSession } from '@/server/people/sign-in/session';
import { withApp } from '../../support/app/app';
import { signedByAnother, startFaultyIssuer, unsigned } from '../../support/doubles/faulty-issuer';

const issuer = await startFaultyIssuer();

withApp({
  AUTH_MODE: 'hosted',
  NETWORK_ALLOW: '127.0.0.1',
  OIDC_ISSUERS: 'acme',
  OIDC_ACME_ISSUER: issuer.url,
  OIDC_ACME_CLIENT_ID: 'pushboard',
  OIDC_ACME_CLIENT_SECRET: 'secret',
});
afterAll(() => issuer.stop());

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const now = () => Math.floor(clock.nowMs() / 1000);
let made = 0;
const newId = (): string => {
  made += 1;
  return `token-${made}`;
};
const right = () => ({
  iss: issuer.url,
  aud: 'pushboard',
  iat: now(),
  exp: now() + 120,
  jti: newId(),
  sub: 'ana-1',
  events: { [EVENT]: {} },
});

beforeEach(async () => {
  await prisma().user.deleteMany();
  for (const [userId, subject] of [
    ['ana', 'ana-1'],
    ['ben', 'ben-1'],
  ] as const) {
    await prisma().user.create({
      data: { userId, name: userId, identities: { create: { issuer: issuer.url, subject } } },
    });
  }
  await begin('ana', issuer.url, 'sid-1');
  await begin('ana', issuer.url, 'sid-2');
  await begin('ana', 'https://other.example', 'sid-1');
  await begin('ana', issuer.url, null);
  await begin('ben', issuer.url, 'sid-3');
});

const begin = (userId: string, from: string, session: string | null) =>
  insertSession(sql, userId, from, { address: null }, { endsBy: null, session, idToken: null });

function post(token: string | null, type = 'application/x-www-form-urlencoded') {
  const body = token === null ? '' : new URLSearchParams({ logout_token: token }).toString();
  const headers = { 'content-type': type, host: 'localhost:3000', 'x-forwarded-for': '127.0.0.1' };
  const url = 'http://localhost:3000/api/auth/logout/acme';
  return authRoute(new Request(url, { method: 'POST', headers, body }), {
    params: Promise.resolve({ nextauth: ['logout', 'acme'] }),
  });
}

const left = async () =>
  (await prisma().session.findMany({ orderBy: [{ userId: 'asc' }, { issuer: 'asc' }] }))
    .map(({ userId, issuer: from, providerSession }) =>
      [userId, from === issuer.url ? 'acme' : 'other', providerSession].join(' '),
    )
    .sort();
const ALL = ['ana acme ', 'ana acme sid-1', 'ana acme sid-2', 'ana other sid-1', 'ben acme sid-3'];

describe('S91 a logout token', () => {
  it('of a person ends their sessions through that provider', async () => {
    const answer = await post(await issuer.sign(right(), { typ: 'logout+jwt' }));
    expect(await answer.text()).toBe('');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await left()).toEqual(['ana other sid-1', 'ben acme sid-3']);
  });

  it('of a session ends those that come from it', async () => {
    expect((await post(await issuer.sign({ ...right(), sub: undefined, sid: 'sid-1' }))).status).toBe(200);
    expect(await left()).toEqual(['ana acme ', 'ana acme sid-2', 'ana other sid-1', 'ben acme sid-3']);
  });

  it('of both ends those that come from it, and those of which nobody knows that they don’t', async () => {
    expect((await post(await issuer.sign({ ...right(), sid: 'sid-1' }))).status).toBe(200);
    expect(await left()).toEqual(['ana acme sid-2', 'ana other sid-1', 'ben acme sid-3']);
  });

  it('of someone unknown ends nothing, and is accepted', async () => {
    expect((await post(await issuer.sign({ ...right(), sub: 'nobody' }))).status).toBe(200);
    expect(await left()).toEqual(ALL);
  });

  it('is accepted once, also of two at once', async () => {
    const token = await issuer.sign(right());
    const statuses = await Promise.all([post(token), post(token)]).then((both) =>
      both.map(({ status }) => status),
    );
    expect(statuses.sort()).toEqual([200, 400]);
    await begin('ana', issuer.url, 'sid-4');
    expect((await post(token)).status).toBe(400);
    expect(await left()).toContain('ana acme sid-4');
  });

  it.each<[string, (claims: ReturnType<typeof right>) => object]>([
    ['another issuer', (claims) => ({ ...claims, iss: 'https://other.example' })],
    ['the issuer with a slash', (claims) => ({ ...claims, iss: `${issuer.url}/` })],
    ['another audience', (claims) => ({ ...claims, aud: 'another' })],
    ['no audience', (claims) => ({ ...claims, aud: undefined })],
    ['a time that has passed', (claims) => ({ ...claims, exp: now() - 11 })],
    ['no end', (claims) => ({ ...claims, exp: undefined })],
    ['a beginning in the future', (claims) => ({ ...claims, iat: now() + 12 })],
    ['an old beginning', (claims) => ({ ...claims, iat: now() - 700 })],
    ['no beginning', (claims) => ({ ...claims, iat: undefined })],
    ['no id', (claims) => ({ ...claims, jti: undefined })],
    ['a nonce, as ID tokens have', (claims) => ({ ...claims, nonce: 'n' })],
    ['no events', (claims) => ({ ...claims, events: undefined })],
    ['another event', (claims) => ({ ...claims, events: { 'http://example.com/event': {} } })],
    ['an event that is no object', (claims) => ({ ...claims, events: { [EVENT]: true } })],
    ['neither a person nor a session', (claims) => ({ ...claims, sub: undefined })],
  ])('with %s is refused, and ends nothing', async (_what, change) => {
    const answer = await post(await issuer.sign({ ...change(right()) }));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
    expect(await left()).toEqual(ALL);
  });

  it('without a signature, of another key, or of another kind is refused', async () => {
    const tampered = (await issuer.sign(right())).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const token of [
      await unsigned(right()),
      await signedByAnother(right()),
      tampered.slice(0, -4),
      await issuer.sign(right(), { typ: 'at+jwt' }),
      'not a token',
    ])
      expect((await post(token)).status).toBe(400);
    expect(await left()).toEqual(ALL);
  });

  it('comes alone, as a form', async () => {
    expect((await post(null)).status).toBe(400);
    expect((await post(await issuer.sign(right()), 'application/json')).status).toBe(400);
    expect(await left()).toEqual(ALL);
  });

  it('waits for the keys of the provider, which are fetched once for many', async () => {
    issuer.asked.length = 0;
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => post(await issuer.sign(right()))),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(issuer.asked.filter((path) => path.endsWith('openid-configuration')).length).toBeLessThanOrEqual(
      1,
    );
    expect(issuer.asked.filter((path) => path === '/jwks').length).toBeLessThanOrEqual(1);
  });

  it('is checked by a held clock', async () => {
    const token = await issuer.sign(right());
    const held = vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs() + 200_000);
    vi.spyOn(clock, 'now').mockReturnValue(new Date(clock.nowMs()));
    expect((await post(token)).status).toBe(400);
    held.mockRestore();
    vi.restoreAllMocks();
    expect((await post(token)).status).toBe(200);
  });
});
