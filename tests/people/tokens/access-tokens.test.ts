import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { sql, transaction } from '@/server/base/database/db';
import { deleteToken } from '@/server/people/sign-in/access-token';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { createGrantedCommands, createOrganizations, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { bearer, giveToken } from '../../support/things/tokens';

withApp();

beforeAll(async () => {
  await createOrganizations();
  await createGrantedCommands();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** The person of a request; null without a token that is accepted. */
async function whoIs(headers: Record<string, string>): Promise<{ user_id: string } | null> {
  const { status, body } = await send('GET', '/users/me', { headers });
  return status === 401 ? null : (body as { user_id: string } | null);
}

describe('an access token', () => {
  it('acts as its person, without a cookie or an origin', async () => {
    const { token } = await giveToken(people.runner);
    expect(await whoIs(bearer(token))).toMatchObject({ user_id: people.runner });
    const { status } = await send('GET', `/${ORG_A}/skinny-kits`, { headers: bearer(token) });
    expect(status).toBe(200);
  });

  it('S32 is kept only as a hash', async () => {
    const { token, tokenId } = await giveToken(people.runner);
    const [row] = await sql.query<{ dump: string }>(
      `select encode(token_hash, 'escape') || row_to_json(t)::text as dump from access_token t where token_id = $1`,
      [tokenId],
    );
    expect(row?.dump).not.toContain(token.slice(3));
  });

  it('ends when it expires, when it is revoked, and with its person', async () => {
    const { token, tokenId } = await giveToken(people.runner);
    const passing = await giveToken(people.runner, { expiresAt: new Date(clock.nowMs() + 1000) });
    vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs() + 1000);
    expect(await whoIs(bearer(passing.token))).toBeNull();
    expect(await whoIs(bearer(token))).not.toBeNull();
    expect(await transaction((tx) => deleteToken(tx, people.engineer, tokenId))).toBe(false);
    expect(await transaction((tx) => deleteToken(tx, people.runner, tokenId))).toBe(true);
    expect(await whoIs(bearer(token))).toBeNull();
  });

  it('that is not valid is refused also where nobody has to sign in, in words that a program can use', async () => {
    const unknown = await send('GET', '/users/me', { headers: bearer('pb_unknown') });
    expect(unknown).toMatchObject({
      status: 401,
      body: { error: { message: expect.stringContaining('This access token is not valid: it has expired') } },
    });
    for (const authorization of ['pb_unknown', 'Bearer unknown'])
      expect(await send('GET', '/users/me', { headers: { authorization } })).toMatchObject({
        status: 401,
        body: { error: { message: expect.stringContaining('"Authorization: Bearer pb_…"') } },
      });
    // That of a proxy in front, which asks for a name and password of its own.
    const ofProxy = await send('GET', '/users/me', { headers: { authorization: 'Basic YTpi' } });
    expect(ofProxy).toMatchObject({ status: 200, body: null });
    const without = await send('GET', `/${ORG_A}/skinny-kits`, { headers: { authorization: 'pb_unknown' } });
    expect(without).toMatchObject({
      status: 401,
      body: { error: { message: expect.stringContaining('"Authorization: Bearer pb_…"') } },
    });
  });

  it('that was made for another address of this instance is not accepted', async () => {
    const { token } = await giveToken(people.runner, { audience: 'http://localhost:3000/api/mcp' });
    expect(await whoIs(bearer(token))).toBeNull();
  });

  it('that may not do something is told which one could, or that its person may not either', async () => {
    const runs = { scope: { kind: 'run', commandIds: [1, 2], folderIds: [3] } } as const;
    const refusal = async (
      given: Awaited<ReturnType<typeof giveToken>>,
      method: 'GET' | 'POST',
      path: string,
    ) => {
      const body = method === 'GET' ? {} : { body: { name: 'A' } };
      const refused = await send(method, `/${ORG_A}${path}`, { headers: bearer(given.token), ...body });
      expect(refused.status).toBe(403);
      return (refused.body as { error: { message: string } }).error.message;
    };
    const [running, reading, whole] = [
      await giveToken(people.orgAdmin, runs),
      await giveToken(people.orgAdmin, { scope: { kind: 'read' } }),
      await giveToken(people.runner),
    ];
    expect(await refusal(running, 'GET', '/cron-jobs')).toBe(
      'This token only runs 2 commands and 1 folder. For anything else, use one that can read or do everything.',
    );
    expect(await refusal(running, 'POST', '/directories')).toBe(
      'This needs a token that can do everything; this one only runs 2 commands and 1 folder.',
    );
    expect(await refusal(reading, 'POST', '/groups')).toBe(
      'No token allows that. Sign in to Pushboard in your browser.',
    );
    expect(await refusal(whole, 'GET', '/creds')).toMatch(
      /^.+, whose token this is, does not have the rights/,
    );
  });

  it('wins over a cookie that comes with it, and anything else in its place is nobody', async () => {
    const { token } = await giveToken(people.runner);
    const cookie = 'pushboard_session=unknown';
    expect(await whoIs({ ...bearer(token), cookie })).toMatchObject({ user_id: people.runner });
    for (const authorization of [
      `Basic ${token}`,
      'Bearer',
      `Bearer x${token}`,
      `Bearer ${token} ${token}`,
      token,
    ]) {
      expect(await whoIs({ authorization }), authorization).toBeNull();
    }
  });

  it('keeps when and from where it was last used, once a minute', async () => {
    const { token, tokenId } = await giveToken(people.runner);
    const use = async (address: string) => {
      await whoIs({ ...bearer(token), 'x-forwarded-for': address });
      const [row] = await sql.query<{ last_used_at: Date; last_address: string }>(
        'select last_used_at, last_address from access_token where token_id = $1',
        [tokenId],
      );
      return row;
    };
    expect(await use('203.0.113.7')).toMatchObject({ last_address: '203.0.113.7' });
    expect(await use('203.0.113.8')).toMatchObject({ last_address: '203.0.113.7' });
    vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs() + 61_000);
    expect(await use('203.0.113.8')).toMatchObject({ last_address: '203.0.113.8' });
  });
});
