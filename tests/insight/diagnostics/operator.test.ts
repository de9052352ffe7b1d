import { beforeAll, describe, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { createOrganizations, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';

const KEY = 'operator-key-of-a-test';
withApp({ OPERATOR_KEY: KEY });

beforeAll(createOrganizations);

const signIn = (key: string, as?: string) =>
  send('POST', '/diagnostics/operator', { body: { key }, ...(as === undefined ? {} : { as }) });

async function operatorCookie(): Promise<string> {
  const { status, headers } = await signIn(KEY);
  expect(status).toBe(204);
  return headers.get('set-cookie') ?? '';
}

const pairOf = (setCookie: string): string => setCookie.split(';')[0] ?? '';

/** Whether a cookie shows details. */
async function showsDetails(cookie: string): Promise<boolean> {
  const { body } = await send('GET', '/diagnostics/flankdb/read', { headers: { cookie } });
  return (body as { data: string | null }).data !== null;
}

describe('the operator', () => {
  it('signs in with the key of the server, which is recorded, and sees details for an hour', async () => {
    const setCookie = await operatorCookie();
    expect(setCookie).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=3600/);
    expect(setCookie).not.toContain(KEY);
    const cookie = pairOf(setCookie);
    expect(await showsDetails(cookie)).toBe(true);
    expect(await prisma().auditEvent.count({ where: { action: 'operator.sign_in', orgId: null } })).toBe(1);
    const laterMs = clock.nowMs() + 3_600_000;
    vi.spyOn(clock, 'nowMs').mockReturnValue(laterMs);
    expect(await showsDetails(cookie)).toBe(false);
  });

  it('is refused with another key, as an admin, too', async () => {
    for (const key of ['another-key-of-a-test', `${KEY}x`, KEY.slice(1), 'x']) {
      expect((await signIn(key)).status).toBe(403);
      const { status, headers } = await signIn(key, people.orgAdmin);
      expect([status, headers.get('set-cookie')]).toEqual([403, null]);
    }
  });

  it('S23 has no details with a cookie that another key made, or that was changed', async () => {
    const cookie = pairOf(await operatorCookie());
    const [name = '', value = ''] = cookie.split('=');
    const [endsAt = '', mac = ''] = value.split('.');
    for (const forged of [
      `${Number(endsAt) + 1}.${mac}`,
      `${endsAt}.${mac.slice(0, -1)}`,
      `${endsAt}.`,
      endsAt,
      `9999999999999999.${mac}`,
      '',
    ]) {
      expect(await showsDetails(`${name}=${forged}`)).toBe(false);
    }
    expect(await showsDetails(cookie)).toBe(true);
  });

  it('has no organization, and no person', async () => {
    const headers = { cookie: pairOf(await operatorCookie()) };
    expect((await send('GET', `/${ORG_A}/creds`, { headers })).status).toBe(401);
    expect((await send('GET', `/diagnostics/org/${ORG_A}/db`, { headers })).status).toBe(401);
    expect((await send('GET', '/users/me', { headers })).body).toBeNull();
  });

  it('signs out', async () => {
    const { status, headers } = await send('DELETE', '/diagnostics/operator');
    expect(status).toBe(204);
    expect(headers.get('set-cookie')).toMatch(/operator=; .*Max-Age=0/);
  });
});
