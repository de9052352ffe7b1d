import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { SESSION_IDLE_MS, SESSION_MAX_AGE_MS } from '@/server/people/sign-in/session';
import { withApp } from '../../support/app/app';
import { send, sendRaw } from '../../support/app/http';
import { createGrantedCommands, createOrganizations, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();

beforeAll(async () => {
  await createOrganizations();
  await createGrantedCommands();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const own = { origin: 'http://localhost:3000' };

async function signIn(cookie?: string): Promise<{ cookie: string; header: string }> {
  const response = await sendRaw('POST', '/demo/sign-in', {
    body: { userId: people.runner },
    headers: { ...own, ...(cookie === undefined ? {} : { cookie }) },
  });
  const header = response.headers.get('set-cookie') ?? '';
  return { cookie: header.split(';')[0] ?? '', header };
}

const whoIs = async (cookie: string) => (await send('GET', '/users/me', { headers: { cookie } })).body;

describe('GET users/me', () => {
  it('names the person as the documents do', async () => {
    expect((await send('GET', '/users/me', { as: people.runner })).body).toMatchObject({
      user_id: people.runner,
      username: 'demo-runner@example.com',
      nickname: 'demo-runner',
    });
  });
});

describe('S28 the session cookie', () => {
  it('is out of reach of scripts and foreign pages', async () => {
    const { header } = await signIn();
    expect(header).toMatch(/; HttpOnly/);
    expect(header).toMatch(/; SameSite=Lax/);
    expect(header).toMatch(/; Path=\//);
  });

  it('holds a token that the database keeps only as a hash', async () => {
    const { cookie } = await signIn();
    const token = cookie.split('=')[1] ?? '';
    expect(token.length).toBeGreaterThanOrEqual(43);
    const rows = await sql.query<{ dump: string }>(
      `select encode(token_hash, 'escape') as dump from session`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ dump }) => dump.includes(token))).toBe(false);
  });

  it('is new at each sign-in, and the old one is invalid', async () => {
    const first = await signIn();
    const second = await signIn(first.cookie);
    expect(second.cookie).not.toBe(first.cookie);
    expect(await whoIs(first.cookie)).toBeNull();
    expect(await whoIs(second.cookie)).toMatchObject({ user_id: people.runner });
  });

  it('is invalid after signing out, even if it was copied', async () => {
    const { cookie } = await signIn();
    const response = await sendRaw('POST', '/sign-out', { headers: { cookie, ...own } });
    expect(response.status).toBe(204);
    expect(response.headers.get('set-cookie')).toMatch(/Max-Age=0/);
    expect(await whoIs(cookie)).toBeNull();
  });

  it('ends after 48 h without use, plus the minutes in which a page asks whether the person is still there', async () => {
    const now = Date.now();
    const { cookie } = await signIn();
    expect(SESSION_IDLE_MS).toBeLessThanOrEqual((48 * 60 + 6) * 60 * 1000);
    vi.spyOn(clock, 'nowMs').mockReturnValue(now + SESSION_IDLE_MS - 1000);
    expect(await whoIs(cookie)).not.toBeNull();
    // That counted as use, so the time starts again.
    vi.spyOn(clock, 'nowMs').mockReturnValue(now + 2 * SESSION_IDLE_MS - 5000);
    expect(await whoIs(cookie)).not.toBeNull();
    vi.spyOn(clock, 'nowMs').mockReturnValue(now + 3 * SESSION_IDLE_MS);
    expect(await whoIs(cookie)).toBeNull();
  });

  it('ends after 30 days, however much it is used', async () => {
    const { cookie } = await signIn();
    const now = Date.now();
    await sql.query('update session set last_used_at = $1', [new Date(now + SESSION_MAX_AGE_MS)]);
    vi.spyOn(clock, 'nowMs').mockReturnValue(now + SESSION_MAX_AGE_MS + 1000);
    expect(await whoIs(cookie)).toBeNull();
  });
});

describe('S29 a change that is requested with a cookie', () => {
  const ask = async (headers: Record<string, string>, body: unknown = { kitId: 1 }) => {
    const { cookie } = await signIn();
    return (await send('POST', `/${ORG_A}/run-groups`, { headers: { cookie, ...headers }, body })).status;
  };

  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an origin that only begins like ours', { origin: 'http://localhost:3000.evil.example' }],
    ['no origin at all', {}],
    ['the null origin of a sandboxed frame', { origin: 'null' }],
    ['a foreign site without origin', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused from %s', async (_, headers) => {
    expect(await ask(headers as Record<string, string>)).toBe(403);
  });

  it('is accepted from our own pages', async () => {
    expect(await ask(own)).toBe(201);
    expect(await ask({ 'sec-fetch-site': 'same-origin' })).toBe(201);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'is refused with the content type %j',
    async (type) => {
      expect(await ask({ ...own, 'content-type': type })).toBe(415);
    },
  );
});

describe('S31 demo mode', () => {
  it('demo mode rejects foreign hosts on every path', async () => {
    for (const path of ['/users/me', '/demo/people', `/${ORG_A}/skinny-kits`]) {
      const { status } = await send('GET', path, { as: people.runner, headers: { host: 'evil.example' } });
      expect(status).toBe(403);
    }
  });

  it('the demo header names only demo people', async () => {
    await prisma().user.create({ data: { userId: 'real-person', name: 'Real' } });
    expect((await send('GET', '/users/me', { as: 'real-person' })).body).toBeNull();
    const { status } = await send('POST', '/demo/sign-in', { body: { userId: 'real-person' }, headers: own });
    expect(status).toBe(404);
  });

  it('an unknown bearer token leaves the caller signed out, even with a valid cookie', async () => {
    const { cookie } = await signIn();
    const { status } = await send('GET', '/users/me/orgs', {
      headers: { cookie, authorization: 'Bearer x' },
    });
    expect(status).toBe(401);
  });
});
