import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { sql } from '@/server/base/database/db';
import { beatWeb, shareOf } from '@/server/http/limits/web-processes';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { createOrganizations } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp({ REQUEST_BURST: '5', REQUESTS_PER_SECOND: '1', SIGN_IN_ATTEMPTS_PER_MINUTE: '3' });

beforeAll(createOrganizations);
// A limit grows with time, and how much of it passes here depends on the machine.
beforeEach(() => void vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs()));
afterEach(() => void vi.restoreAllMocks());

async function statuses(count: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const answers: number[] = [];
  for (let i = 0; i < count; i += 1) answers.push((await ask()).status);
  return answers;
}

describe('S57 too many requests at once', () => {
  it('are refused with 429 and the seconds to wait, for that person alone', async () => {
    const ask = (as: string) => send('GET', '/users/me/orgs', { as });
    expect(await statuses(8, () => ask(people.runner))).toContain(429);
    const refused = await ask(people.runner);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await ask(people.engineer)).status).toBe(200);
  });

  it('counts a large document as many requests', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.8' };
    expect(await statuses(2, () => send('GET', '/openapi.json', { headers }))).toEqual([200, 429]);
    expect((await send('GET', '/receipts/keys', { headers })).status).toBe(200);
  });

  it('counts the addresses of an IPv6 network as one, also for attempts to sign in', async () => {
    let host = 0;
    const from = (network: string) => {
      host += 1;
      return { 'x-forwarded-for': `${network}::${host}` };
    };
    const ask = () => send('GET', '/receipts/keys', { headers: from('2001:db8:0:1') });
    expect(await statuses(6, ask)).toEqual([200, 200, 200, 200, 200, 429]);
    const signIn = (network: string) =>
      send('POST', '/demo/sign-in', { body: { userId: 'demo-none' }, headers: from(network) });
    expect(await statuses(3, () => signIn('2001:db8:0:2'))).toEqual([404, 404, 404]);
    // As in a process that has counted none of them.
    vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs() + 60_000);
    expect((await signIn('2001:db8:0:2')).status).toBe(429);
    expect((await signIn('2001:db8:0:3')).status).toBe(404);
  });

  it('S30 counts attempts to sign in separately', async () => {
    const ask = () => send('POST', '/demo/sign-in', { body: { userId: 'demo-none' } });
    expect(await statuses(5, ask)).toEqual([404, 404, 404, 429, 429]);
  });
});

describe('with several web processes', () => {
  it('each allows its share of what a person may do', async () => {
    expect(shareOf(30)).toBe(30);
    await sql.query(
      `insert into web_process values ('another', now()), ('a dead one', now() - interval '1 minute')`,
    );
    await beatWeb('this one');
    expect(shareOf(30)).toBe(15);
    await sql.query(`delete from web_process where web_process_id = 'another'`);
    await beatWeb('this one');
    expect(shareOf(30)).toBe(30);
  });

  it('attempts to sign in are counted together', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.9' };
    const ask = () => send('POST', '/demo/sign-in', { body: { userId: 'demo-none' }, headers });
    expect(await statuses(3, ask)).toEqual([404, 404, 404]);
    // As in a process that has counted none of them.
    vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs() + 60_000);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBe(20);
  });
});

describe('a body that is too large', () => {
  it('is a 413', async () => {
    const body = JSON.stringify({ userId: 'x'.repeat(11 * 1024 * 1024) });
    const headers = { 'x-forwarded-for': '192.0.2.7' };
    expect((await send('POST', '/demo/sign-in', { body, headers })).status).toBe(413);
  });
});
