import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { env } from '@/server/base/env';
import { handleMcp } from '@/server/programs/mcp/handle-mcp';
import { handleRegistration } from '@/server/programs/oauth/handle-oauth';
import { withApp } from '../support/app/app';
import { createGrantedCommands, createOrganizations } from '../support/things/organizations';
import { people } from '../support/things/people';
import { bearer, giveToken } from '../support/things/tokens';

withApp({
  APP_URL: 'http://localhost:3000',
  REQUEST_BURST: '40',
  REQUESTS_PER_SECOND: '1',
  SIGN_IN_ATTEMPTS_PER_MINUTE: '10',
});

beforeAll(async () => {
  await createOrganizations();
  await createGrantedCommands();
});

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};

function post(headers: Record<string, string>, body: unknown = initialize): Promise<Response> {
  const request = new Request('http://localhost:3000/api/mcp', {
    method: 'POST',
    headers: {
      host: 'localhost:3000',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return handleMcp(request);
}

/** What is limited is counted by the clock, and requests may take long. */
const holdTime = () => vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
afterEach(() => vi.restoreAllMocks());

describe('S23 the MCP server', () => {
  it('says where to get a token, to everyone who comes without a valid one', async () => {
    const passed = await giveToken(people.runner, { expiresAt: new Date(clock.nowMs() - 1) });
    const elsewhere = await giveToken(people.runner, { audience: 'http://localhost:3000/other' });
    const signedOut: Record<string, string>[] = [
      {},
      { cookie: 'pushboard_session=x' },
      { 'x-demo-user-id': people.runner },
      bearer('pb_unknown'),
      bearer(passed.token),
      bearer(elsewhere.token),
    ];
    for (const headers of signedOut) {
      const response = await post(headers);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(
        /^Bearer (error="invalid_token", )?resource_metadata="http:\/\/localhost:3000\/\.well-known\/oauth-protected-resource\/api\/mcp"$/,
      );
    }
  });

  it('says what is wrong with a token, as the API does', async () => {
    const saidOf = async (headers: Record<string, string>) =>
      (await (await post(headers)).json()).error.message;
    expect(await saidOf(bearer('pb_unknown'))).toMatch(/^This access token is not valid: it has expired/);
    expect(await saidOf({ authorization: 'pb_unknown' })).toMatch(
      /^The Authorization header must be "Bearer"/,
    );
    expect(await saidOf({})).toMatch(/^Sign in first\./);
  });

  it('accepts a token of its own audience', async () => {
    const { token } = await giveToken(people.runner, { audience: `${env().appUrl}/api/mcp` });
    expect((await post(bearer(token))).status).toBe(200);
  });

  it('S29 S31 refuses pages that reach this machine by another name, and other names of it', async () => {
    const { token } = await giveToken(people.runner);
    const foreign: Record<string, string>[] = [
      // A page of a name that someone pointed at this machine.
      { origin: 'http://evil.example:3000', host: 'evil.example:3000' },
      { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' },
      { host: 'evil.example:3000' },
    ];
    for (const headers of foreign) {
      expect((await post({ ...bearer(token), ...headers })).status).toBe(403);
    }
    expect((await post({ ...bearer(token), origin: 'http://localhost:3000' })).status).toBe(200);
  });

  it('refuses what is not JSON, and what is too large', async () => {
    const { token } = await giveToken(people.runner);
    expect((await post(bearer(token), '{')).status).toBe(400);
    expect((await post({ ...bearer(token), 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(bearer(token), `"${'x'.repeat(11_000_000)}"`)).status).toBe(413);
  });

  it('has no sessions: nothing to get or to end', async () => {
    const { token } = await giveToken(people.runner);
    for (const method of ['GET', 'DELETE']) {
      const headers = { host: 'localhost:3000', accept: 'text/event-stream', ...bearer(token) };
      expect(
        (await handleMcp(new Request('http://localhost:3000/api/mcp', { method, headers }))).status,
      ).toBe(405);
    }
  });

  it('S57 limits how fast a person may call', async () => {
    holdTime();
    const { token } = await giveToken(people.engineer);
    const statuses: number[] = [];
    for (let call = 0; call < 60; call += 1) {
      const response = await post(bearer(token));
      await response.text();
      statuses.push(response.status);
    }
    expect(statuses).toContain(429);
  });
});

describe('S30 registration', () => {
  it('is limited by address', async () => {
    holdTime();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const request = new Request('http://localhost:3000/api/oauth/register', {
        method: 'POST',
        headers: { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.9' },
        body: JSON.stringify({ redirect_uris: ['https://app.example/'] }),
      });
      statuses.push((await handleRegistration(request)).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(201));
    expect(statuses.slice(10)).toEqual([429, 429]);
  });
});
