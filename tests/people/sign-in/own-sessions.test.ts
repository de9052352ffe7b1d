import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { prisma } from '@/server/base/database/prisma';
import { SESSION_IDLE_MS } from '@/server/people/sign-in/session';
import { withApp } from '../../support/app/app';
import { send, sendRaw } from '../../support/app/http';
import { createOrganizations } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { bearer, giveToken } from '../../support/things/tokens';

withApp();

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const origin = 'http://localhost:3000';

beforeAll(createOrganizations);
beforeEach(async () => {
  await prisma().session.deleteMany();
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function signIn(userId: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await sendRaw('POST', '/demo/sign-in', {
    body: { userId },
    headers: { origin, ...headers },
  });
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

interface Listed {
  session_id: string;
  device: string | null;
  address: string | null;
  is_current: boolean;
}

async function sessionsOf(cookie: string): Promise<Listed[]> {
  return (await send('GET', '/users/me/sessions', { headers: { cookie } })).body as Listed[];
}

describe('GET users/me/sessions', () => {
  it('says where each session is used, in words, and which is the current one', async () => {
    const cookie = await signIn(people.runner, { 'user-agent': WINDOWS, 'x-forwarded-for': '10.0.4.12' });
    await signIn(people.runner, { 'user-agent': 'curl/8.14.1' });
    const listed = await sessionsOf(cookie);
    expect(listed).toHaveLength(2);
    expect(listed.find(({ is_current }) => is_current)).toMatchObject({
      device: 'Chrome on Windows',
      address: '10.0.4.12',
      issuer: 'demo',
    });
    expect(listed.find(({ is_current }) => !is_current)).toMatchObject({ device: 'curl' });
  });

  it('leaves out other people’s sessions, and those that are over', async () => {
    await signIn(people.engineer);
    await signIn(people.runner);
    const nowMs = Date.now();
    vi.spyOn(clock, 'now').mockReturnValue(new Date(nowMs + SESSION_IDLE_MS + 1000));
    vi.spyOn(clock, 'nowMs').mockReturnValue(nowMs + SESSION_IDLE_MS + 1000);
    const cookie = await signIn(people.runner);
    expect(await sessionsOf(cookie)).toHaveLength(1);
  });

  it('holds nothing that signs anyone in', async () => {
    const cookie = await signIn(people.runner);
    const [{ session_id } = { session_id: '' }] = await sessionsOf(cookie);
    const { body } = await send('GET', '/users/me', {
      headers: { cookie: `pushboard_session=${session_id}` },
    });
    expect(body).toBeNull();
  });
});

describe('S16 ending a session', () => {
  it('signs that browser out with its next request, and leaves the others', async () => {
    const here = await signIn(people.runner);
    const there = await signIn(people.runner);
    const other = (await sessionsOf(here)).find(({ is_current }) => !is_current);
    const ended = await send('DELETE', `/users/me/sessions/${other?.session_id}`, {
      headers: { cookie: here, origin },
    });
    expect(ended.status).toBe(204);
    expect((await send('GET', '/users/me', { headers: { cookie: there } })).body).toBeNull();
    expect(await sessionsOf(here)).toHaveLength(1);
    const { before } = await prisma().auditEvent.findFirstOrThrow({
      where: { action: 'session.end', actorUserId: people.runner },
    });
    expect(before).toEqual({ device: null, address: null });
  });

  it('refuses the session of someone else as one that does not exist', async () => {
    const cookie = await signIn(people.runner);
    const [foreign] = await sessionsOf(await signIn(people.engineer));
    const { status } = await send('DELETE', `/users/me/sessions/${foreign?.session_id}`, {
      headers: { cookie, origin },
    });
    expect(status).toBe(404);
    expect(await prisma().session.count({ where: { userId: people.engineer } })).toBe(1);
  });

  it('ends all others together', async () => {
    const here = await signIn(people.runner);
    const others = [await signIn(people.runner), await signIn(people.runner)];
    await signIn(people.engineer);
    const { status } = await send('DELETE', '/users/me/sessions', { headers: { cookie: here, origin } });
    expect(status).toBe(204);
    for (const cookie of others)
      expect((await send('GET', '/users/me', { headers: { cookie } })).body).toBeNull();
    expect(await sessionsOf(here)).toHaveLength(1);
    expect(await prisma().session.count({ where: { userId: people.engineer } })).toBe(1);
  });

  it('is refused to every token', async () => {
    const cookie = await signIn(people.runner);
    const { token } = await giveToken(people.runner);
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await send(method, '/users/me/sessions', { headers: bearer(token) })).status).toBe(403);
    }
    expect(await sessionsOf(cookie)).toHaveLength(1);
  });
});
