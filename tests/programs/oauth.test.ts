import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { callMcp } from '../support/app/mcp';
import { Program, postForm, REDIRECT } from '../support/app/oauth-program';
import { serveSite } from '../support/app/site';
import { createGrantedCommands, createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { bearer, giveToken } from '../support/things/tokens';

const site = await serveSite();
withApp({ APP_URL: site.url });

let made: Awaited<ReturnType<typeof createGrantedCommands>>;

beforeAll(async () => {
  await createOrganizations();
  made = await createGrantedCommands();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const tokenUrl = `${site.url}/api/oauth/token`;

/** The fields that exchange the code of an allowed program. */
async function exchangeOf(program: Program) {
  await program.ask();
  const { params } = await program.allow();
  return {
    grant_type: 'authorization_code',
    code: params.get('code') ?? '',
    client_id: program.information?.client_id ?? '',
    redirect_uri: REDIRECT,
    code_verifier: program.verifier,
  };
}

const statusOf = async (token: unknown) =>
  (await fetch(`${site.url}/api/mcp`, { method: 'GET', headers: bearer(String(token)) })).status;
const ACCEPTED = 405;

describe('a program', () => {
  it('registers, is allowed by a person, and lists their commands', async () => {
    const program = new Program(site.url);
    const client = await program.connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain(`cmd1_${made.command.commandId}`);
    const asked = program.authorization?.searchParams;
    expect(asked?.get('code_challenge_method')).toBe('S256');
    expect(asked?.get('resource')).toBe(`${site.url}/api/mcp`);
  });

  it('renews its token, which keeps its id', async () => {
    const program = new Program(site.url);
    const client = await program.connect();
    const first = program.saved;
    const idsBefore = await prisma().accessToken.findMany({
      select: { tokenId: true },
      orderBy: { tokenId: 'asc' },
    });
    vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs() + 61 * 60 * 1000);
    expect(await statusOf(first?.access_token)).toBe(401);
    await client.listTools();
    expect(program.saved?.access_token).not.toBe(first?.access_token);
    expect(program.saved?.refresh_token).not.toBe(first?.refresh_token);
    expect(
      await prisma().accessToken.findMany({ select: { tokenId: true }, orderBy: { tokenId: 'asc' } }),
    ).toEqual(idsBefore);
  });

  it('S32 has its secrets kept as hashes only', async () => {
    const program = new Program(site.url);
    const fields = await exchangeOf(program);
    const { body } = await postForm(tokenUrl, fields);
    const rows = await sql.query<{ dump: string }>(
      `select coalesce(string_agg(dump, ' '), '') as dump from (
         select encode(code_hash, 'escape') || row_to_json(c)::text as dump from oauth_code c
         union all select encode(refresh_hash, 'escape') || row_to_json(g)::text from oauth_grant g
         union all select row_to_json(t)::text from access_token t
         union all select row_to_json(a)::text from audit_event a) x`,
      [],
    );
    for (const secret of [fields.code, body.access_token, body.refresh_token]) {
      expect(rows[0]?.dump).not.toContain(String(secret).split('.').at(-1)?.slice(4));
    }
  });

  it('S22 does what the person narrowed it to, and no more', async () => {
    const { commandId } = made.command;
    const program = new Program(site.url);
    const client = await program.connect({ as: people.orgAdmin, scope: 'run', kitIds: [commandId] });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'dry_run_command',
      'read_run',
      'confirm_run',
      `cmd1_${commandId}`,
    ]);
    const refused = await callMcp(client, `cmd2_${made.other.commandId}`);
    expect(refused).toMatchObject({ isError: true });
    const reader = await new Program(site.url).connect({ scope: 'read' });
    expect((await reader.listTools()).tools.map(({ name }) => name)).not.toContain(`cmd1_${commandId}`);
  });
});

describe('a token of a program', () => {
  it('is for the MCP server alone: the API refuses it', async () => {
    const program = new Program(site.url);
    await program.connect();
    const headers = bearer(program.saved?.access_token ?? '');
    expect((await send('GET', `/${ORG_A}/skinny-kits`, { headers })).status).toBe(401);
    expect(await statusOf(program.saved?.access_token)).toBe(ACCEPTED);
  });

  it('is asked for no other resource', async () => {
    const program = new Program(site.url);
    await program.ask();
    for (const resource of ['https://evil.example/api/mcp', `${site.url}/api/v1`, `${site.url}/api/mcp/x`]) {
      expect((await program.allow({ resource })).status).toBe(400);
    }
    const fields = await exchangeOf(new Program(site.url));
    const refused = await postForm(tokenUrl, { ...fields, resource: `${site.url}/api/v1` });
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_target' } });
  });
});

describe('a code', () => {
  it('works for the program, address, and secret that it was made for, and only in time', async () => {
    const fields = await exchangeOf(new Program(site.url));
    const wrong: Record<string, string>[] = [
      { code_verifier: 'x'.repeat(43) },
      { code_verifier: '' },
      { client_id: 'another' },
      { redirect_uri: 'http://127.0.0.1:4712/callback' },
      { code: 'x' },
    ];
    for (const change of wrong) {
      const refused = await postForm(tokenUrl, { ...fields, ...change });
      expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    }
    expect((await postForm(tokenUrl, fields)).status).toBe(200);
    const late = await exchangeOf(new Program(site.url));
    vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs() + 121_000);
    expect((await postForm(tokenUrl, late)).status).toBe(400);
  });

  it('works once; when it comes again, what it was exchanged for is revoked', async () => {
    const fields = await exchangeOf(new Program(site.url));
    const { body } = await postForm(tokenUrl, fields);
    expect(await statusOf(body.access_token)).toBe(ACCEPTED);
    expect(await postForm(tokenUrl, fields)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await statusOf(body.access_token)).toBe(401);
  });

  it('is exchanged once by two requests at the same time', async () => {
    const fields = await exchangeOf(new Program(site.url));
    const both = await Promise.all([postForm(tokenUrl, fields), postForm(tokenUrl, fields)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('a refresh token', () => {
  const renewalOf = async () => {
    const program = new Program(site.url);
    const { body } = await postForm(tokenUrl, await exchangeOf(program));
    const fields = { grant_type: 'refresh_token', client_id: program.information?.client_id ?? '' };
    return { body, fields: { ...fields, refresh_token: String(body.refresh_token) } };
  };

  it('works once; when it comes again, the connection ends', async () => {
    const { body, fields } = await renewalOf();
    const second = await postForm(tokenUrl, fields);
    expect(second.status).toBe(200);
    expect(await statusOf(body.access_token)).toBe(401);
    expect(await statusOf(second.body.access_token)).toBe(ACCEPTED);
    expect(await postForm(tokenUrl, fields)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await statusOf(second.body.access_token)).toBe(401);
    const third = await postForm(tokenUrl, { ...fields, refresh_token: String(second.body.refresh_token) });
    expect(third.status).toBe(400);
    const [row] = await sql.query<{ action: string; actor_user_id: string }>(
      'select action, actor_user_id from audit_event order by audit_event_id desc limit 1',
      [],
    );
    expect(row).toEqual({ action: 'app.reuse', actor_user_id: people.runner });
  });

  it('S93 that came twice is told to its person, and to no one else, until the program is connected again', async () => {
    const endedOf = async (as: string) => (await send('GET', '/users/me/connected-apps/ended', { as })).body;
    const { body, fields } = await renewalOf();
    await postForm(tokenUrl, fields);
    await postForm(tokenUrl, fields);
    expect(await statusOf(body.access_token)).toBe(401);
    const [latest] = (await endedOf(people.runner)) as object[];
    expect(latest).toMatchObject({ name: expect.stringMatching(/\S/), ended_at: expect.any(String) });
    expect(await endedOf(people.engineer)).toEqual([]);
    await renewalOf();
    expect(await endedOf(people.runner)).toEqual([]);
  });

  it('is refused from another program, made up, or after 30 days', async () => {
    const { body, fields } = await renewalOf();
    for (const change of [{ client_id: 'x' }, { refresh_token: 'pbr_x.y' }, { refresh_token: '' }]) {
      expect((await postForm(tokenUrl, { ...fields, ...change })).status).toBe(400);
    }
    expect(await statusOf(body.access_token)).toBe(ACCEPTED);
    vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs() + 31 * 24 * 60 * 60 * 1000);
    expect((await postForm(tokenUrl, fields)).status).toBe(400);
  });
});

describe('S27 the address that a program returns to', () => {
  it('is one that it registered', async () => {
    const program = new Program(site.url);
    await program.ask();
    for (const redirectUri of [
      'https://evil.example/callback',
      'http://127.0.0.1:4711/other',
      'javascript:alert(1)',
    ]) {
      const refused = await program.allow({ redirectUri });
      expect(refused).toMatchObject({ status: 400 });
      expect(refused.to).toBeUndefined();
    }
    expect((await program.allow({ redirectUri: 'http://127.0.0.1:9/callback' })).status).toBe(200);
    expect((await program.allow({ clientId: 'unknown' })).status).toBe(400);
  });

  it('gets the state and the issuer back, with the code', async () => {
    const program = new Program(site.url);
    await program.ask();
    const { to, params } = await program.allow();
    expect(to?.startsWith(`${REDIRECT}?`)).toBe(true);
    expect(params.get('state')).toBe('some state');
    expect(params.get('iss')).toBe(site.url);
  });
});

describe('who connects programs', () => {
  it('is a person at a browser: no token, and nobody who is signed out', async () => {
    const { token } = await giveToken(people.runner);
    for (const headers of [{}, bearer(token)]) {
      const { status } = await send('GET', '/users/me/connected-apps', { headers });
      expect(status).toBe('authorization' in headers ? 403 : 401);
    }
  });

  it('chooses among their own commands', async () => {
    const program = new Program(site.url);
    await program.ask();
    const choice = { scope: 'run', kitIds: [made.ofB.commandId] } as const;
    expect((await program.allow({ ...choice, kitIds: [...choice.kitIds] })).status).toBe(400);
    expect((await program.allow({ scope: 'run' })).status).toBe(400);
  });

  it('sees what they connected, and disconnects it at once', async () => {
    const program = new Program(site.url);
    await program.connect({ as: people.engineer, allowsUnasked: true });
    const listed = await send('GET', '/users/me/connected-apps', { as: people.engineer });
    expect(listed.body).toEqual([
      expect.objectContaining({
        name: 'Test program',
        place: '127.0.0.1',
        scope: 'everything',
        allows_unasked: true,
      }),
    ]);
    const [{ app_id }] = listed.body as [{ app_id: string }];
    const tokens = await send('GET', '/users/me/tokens', { as: people.engineer });
    expect(tokens.body).toEqual([]);
    const path = `/users/me/connected-apps/${app_id}`;
    expect((await send('DELETE', path, { as: people.runner })).status).toBe(404);
    expect((await send('DELETE', path, { as: people.engineer })).status).toBe(204);
    expect(await statusOf(program.saved?.access_token)).toBe(401);
  });

  it('is not needed for a program that gives its tokens back', async () => {
    for (const which of ['access_token', 'refresh_token'] as const) {
      const program = new Program(site.url);
      await program.connect();
      const revoke = `${site.url}/api/oauth/revoke`;
      expect((await postForm(revoke, { token: 'unknown' })).status).toBe(200);
      expect(await statusOf(program.saved?.access_token)).toBe(ACCEPTED);
      expect((await postForm(revoke, { token: program.saved?.[which] ?? '' })).status).toBe(200);
      expect(await statusOf(program.saved?.access_token)).toBe(401);
    }
    const own = await giveToken(people.runner);
    await postForm(`${site.url}/api/oauth/revoke`, { token: own.token });
    expect(await statusOf(own.token)).toBe(ACCEPTED);
  });
});

describe('registration', () => {
  const register = (body: unknown) =>
    fetch(`${site.url}/api/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it.each([
    ['not JSON', '{', 'invalid_client_metadata'],
    ['no address', {}, 'invalid_redirect_uri'],
    ['an address that runs', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['an address without TLS', { redirect_uris: ['http://app.example/'] }, 'invalid_redirect_uri'],
    ['too many', { redirect_uris: Array(11).fill('https://app.example/') }, 'invalid_redirect_uri'],
  ])('refuses %s', async (_, body, error) => {
    const response = await register(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error });
  });

  it('S48 takes a name as one readable line', async () => {
    const client_name = `Evil\u202e\n<img onerror=x> ${'x'.repeat(500)}`;
    const response = await register({ client_name, redirect_uris: ['https://app.example/'] });
    const { client_name: kept } = (await response.json()) as { client_name: string };
    expect(kept).toHaveLength(100);
    expect(kept).not.toMatch(/[\u202e\n]/);
  });

  it('refuses what is too large', async () => {
    expect((await register(`"${'x'.repeat(70_000)}"`)).status).toBe(413);
  });
});
