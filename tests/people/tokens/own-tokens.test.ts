import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { prisma } from '@/server/base/database/prisma';
import { MOST_TOKENS } from '@/server/people/tokens/make-token';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { createGrantedCommands, createOrganizations, ORG_A, ORG_B } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { bearer, giveToken } from '../../support/things/tokens';

withApp();

let made: Awaited<ReturnType<typeof createGrantedCommands>>;

beforeAll(async () => {
  await createOrganizations();
  made = await createGrantedCommands();
});

beforeEach(async () => {
  await prisma().accessToken.deleteMany();
});

interface Fresh {
  token_id: string;
  token: string;
  hint: string;
  expires_at: string;
}

const create = async (body: object, as: string = people.runner) => {
  const answered = await send('POST', '/users/me/tokens', {
    as,
    body: { name: 'Laptop', scope: 'everything', days: 90, ...body },
  });
  return { ...answered, fresh: answered.body as Fresh };
};

const list = async (as: string = people.runner) =>
  (await send('GET', '/users/me/tokens', { as })).body as Record<string, unknown>[];

const statusWith = async (token: string, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  (await send(method, path, { headers: bearer(token), ...(body === undefined ? {} : { body }) })).status;

describe('S32 a new token', () => {
  it('is in the response that made it, and nowhere after', async () => {
    const { status, fresh } = await create({});
    expect(status).toBe(201);
    expect(fresh.token).toMatch(/^pb_[\w-]{43}$/);
    expect(fresh.hint).toBe(fresh.token.slice(-4));
    expect(await statusWith(fresh.token, 'GET', `/${ORG_A}/skinny-kits`)).toBe(200);
    expect(JSON.stringify(await list())).not.toContain(fresh.token);
    const events = await prisma().auditEvent.findMany();
    expect(
      JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(fresh.token);
    const stored = await prisma().idempotencyKey.findMany();
    expect(JSON.stringify(stored)).not.toContain(fresh.token);
  });

  it('ends when it was said to, and at most after a year', async () => {
    const { fresh } = await create({ days: 365 });
    expect(Date.parse(fresh.expires_at) - clock.nowMs()).toBeLessThanOrEqual(365 * 24 * 3_600_000);
    expect((await create({ days: 366 })).status).toBe(400);
    expect((await create({ days: 0 })).status).toBe(400);
    const nowMs = vi.spyOn(clock, 'nowMs').mockReturnValue(Date.parse(fresh.expires_at));
    expect(await statusWith(fresh.token, 'GET', `/${ORG_A}/skinny-kits`)).toBe(401);
    nowMs.mockRestore();
  });

  it('is one of a hundred at most', async () => {
    for (let count = 0; count < MOST_TOKENS; count += 1) await giveToken(people.runner);
    expect((await create({})).status).toBe(409);
  });
});

describe('GET users/me/tokens', () => {
  it('says when and from where a token was last used, and by whom it was made', async () => {
    const { fresh } = await create({ name: 'Nightly export', scope: 'read' });
    expect(await list()).toMatchObject([{ last_used_at: null, last_address: null, created_by: 'runner' }]);
    await send('GET', '/users/me', { headers: { ...bearer(fresh.token), 'x-forwarded-for': '10.0.4.30' } });
    const [listed] = await list();
    expect(listed).toMatchObject({ name: 'Nightly export', scope: 'read', last_address: '10.0.4.30' });
    expect(listed?.last_used_at).not.toBeNull();
    expect(listed).not.toHaveProperty('token');
  });

  it('comes in pages, the latest first, and never with the tokens of others', async () => {
    for (const name of ['first', 'second', 'third']) await create({ name });
    await create({ name: 'other' }, people.engineer);
    const page = await send('GET', '/users/me/tokens?per_page=2&page=1', { as: people.runner });
    expect((page.body as { name: string }[]).map(({ name }) => name)).toEqual(['first']);
  });
});

describe('S22 a token for chosen commands', () => {
  it('names them, runs them, and sees nothing else', async () => {
    const { commandId, templateId } = made.command;
    const { fresh } = await create({ scope: 'run', kitIds: [commandId] });
    expect(await list()).toMatchObject([
      { scope: 'run', command_count: 1, commands: [{ kit_id: commandId }] },
    ]);
    const runs = (kitId: number, olId: number) =>
      statusWith(fresh.token, 'POST', `/${ORG_A}/run-async-i`, { kitId, olId });
    expect(await runs(commandId, templateId)).toBeLessThan(300);
    expect(await runs(made.other.commandId, made.other.templateId)).toBe(404);
    const { body } = await send('GET', `/${ORG_A}/skinny-kits`, { headers: bearer(fresh.token) });
    expect((body as { kit_id: number }[]).map(({ kit_id }) => kit_id)).toEqual([commandId]);
  });

  it('is made only of commands and folders that its owner has', async () => {
    expect((await create({ scope: 'run', kitIds: [made.ofB.commandId] })).status).toBe(400);
    expect((await create({ scope: 'run', kitIds: [2_000_000_000] })).status).toBe(400);
    expect((await create({ scope: 'run', directoryIds: [made.folderId] }, people.member)).status).toBe(400);
    expect((await create({ scope: 'run', directoryIds: [made.folderId] })).status).toBe(201);
    expect((await create({ scope: 'run' })).status).toBe(400);
    expect((await create({ scope: 'read', kitIds: [made.command.commandId] })).status).toBe(400);
  });
});

describe('S22 no token', () => {
  it('manages tokens, sessions, organizations, or members, whatever its scope', async () => {
    const { token } = await giveToken(people.orgAdmin);
    const asked: ['GET' | 'POST', string, object?][] = [
      ['GET', '/users/me/tokens'],
      ['POST', '/users/me/tokens', { name: 'Another', scope: 'everything', days: 1 }],
      ['POST', '/users/me/tokens/copied'],
      ['GET', '/users/me/sessions'],
      ['POST', '/users/me/orgs', { orgName: 'Mine' }],
      ['POST', `/${ORG_A}/service-accounts`, { name: 'Robot' }],
      ['POST', `/${ORG_A}/invite`, { recipients: [{ email: 'new@example.org' }] }],
      ['POST', `/${ORG_A}/groups`, { name: 'Made' }],
    ];
    for (const [method, path, body] of asked) {
      expect(await statusWith(token, method, path, body), `${method} ${path}`).toBe(403);
    }
    expect(await prisma().accessToken.count()).toBe(1);
  });

  it('invites anyone by sharing a command with them', async () => {
    const { token } = await giveToken(people.orgAdmin);
    const recipients = [{ email: 'invited@example.org', newToOrg: true, newOrgRole: 'admin' }];
    const { body } = await send('POST', `/${ORG_A}/kits/${made.command.commandId}/share`, {
      headers: bearer(token),
      body: { recipients, skipTheSending: true },
    });
    expect(body).toMatchObject([{ error: expect.stringContaining('No token invites people') }]);
    const members = await prisma().membership.count({ where: { user: { email: 'invited@example.org' } } });
    expect(members).toBe(0);
  });
});

describe('DELETE users/me/tokens/{tokenId}', () => {
  it('S16 stops the token with its next request, and leaves other people’s tokens', async () => {
    const { fresh } = await create({});
    const foreign = await send('DELETE', `/users/me/tokens/${fresh.token_id}`, { as: people.engineer });
    expect(foreign.status).toBe(404);
    expect(await statusWith(fresh.token, 'GET', `/${ORG_A}/skinny-kits`)).toBe(200);
    const { status } = await send('DELETE', `/users/me/tokens/${fresh.token_id}`, { as: people.runner });
    expect(status).toBe(204);
    expect(await statusWith(fresh.token, 'GET', `/${ORG_A}/skinny-kits`)).toBe(401);
  });

  it('S16 the token of a removed person finds nothing of the organization', async () => {
    const { token } = await giveToken(people.runner);
    const where = { orgId_userId: { orgId: ORG_A, userId: people.runner } };
    await prisma().membership.update({ where, data: { state: 'deleted' } });
    expect(await statusWith(token, 'GET', `/${ORG_A}/members`)).toBe(404);
    await prisma().membership.update({ where, data: { state: 'active' } });
    expect(await statusWith(token, 'GET', `/${ORG_B}/members`)).toBe(404);
  });
});

describe('PATCH users/me/tokens/{tokenId}', () => {
  const change = (tokenId: string, body: object, as: string = people.runner) =>
    send('PATCH', `/users/me/tokens/${tokenId}`, { as, body });
  const DAY_MS = 24 * 3_600_000;
  const changesRecorded = () => prisma().auditEvent.count({ where: { action: 'token.update' } });

  it('renames and renews a token, which stays the same, and records what it was', async () => {
    const { fresh } = await create({ name: 'Nightly export', scope: 'read', days: 7 });
    const changed = await change(fresh.token_id, { name: 'Hourly export', days: 90 });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Hourly export', scope: 'read' } });
    expect(changed.body).not.toHaveProperty('token');
    const leftMs = Date.parse((changed.body as Fresh).expires_at) - clock.nowMs();
    expect(Math.round(leftMs / DAY_MS)).toBe(90);
    expect(await statusWith(fresh.token, 'GET', `/${ORG_A}/skinny-kits`)).toBe(200);
    const { before, after } = await prisma().auditEvent.findFirstOrThrow({
      where: { action: 'token.update', subjectId: fresh.token_id },
    });
    expect(before).toMatchObject({ name: 'Nightly export', expires_at: fresh.expires_at });
    expect(after).toMatchObject({ name: 'Hourly export', owner: people.runner });
    const count = await changesRecorded();
    expect((await change(fresh.token_id, { name: 'Hourly export' })).status).toBe(200);
    expect(await changesRecorded()).toBe(count);
  });

  it('S22 takes rights away with the next request, and never adds any', async () => {
    const { command, other, folderId } = made;
    const { fresh } = await create({ scope: 'everything', allowsUnasked: true });
    const id = fresh.token_id;
    const unknown = await change(id, { scope: 'run', kitIds: [made.ofB.commandId] });
    expect(unknown.status).toBe(400);
    const both = { scope: 'run', kitIds: [command.commandId], directoryIds: [folderId] };
    expect((await change(id, both)).body).toMatchObject({ command_count: 1, directory_count: 1 });
    expect((await change(id, { kitIds: [command.commandId], allowsUnasked: false })).body).toMatchObject({
      scope: 'run',
      directory_count: 0,
      allows_unasked: false,
    });
    const seen = await send('GET', `/${ORG_A}/skinny-kits`, { headers: bearer(fresh.token) });
    expect((seen.body as { kit_id: number }[]).map(({ kit_id }) => kit_id)).toEqual([command.commandId]);
    const count = await changesRecorded();
    for (const wanted of [
      { scope: 'everything' },
      { scope: 'read' },
      { kitIds: [command.commandId, other.commandId] },
      { kitIds: [command.commandId], directoryIds: [folderId] },
      { allowsUnasked: true },
      { kitIds: [] },
      { days: 366 },
      { name: ' ' },
    ]) {
      expect((await change(id, wanted)).status, JSON.stringify(wanted)).toBe(400);
    }
    const { fresh: reads } = await create({ scope: 'read' });
    expect((await change(reads.token_id, both)).status).toBe(400);
    expect(await changesRecorded()).toBe(count);
  });

  it('S16 refuses an expired token, a connected program, and other people', async () => {
    const expired = await giveToken(people.runner, { expiresAt: new Date(clock.nowMs() - 1) });
    const refused = await change(expired.tokenId, { days: 30 });
    expect(refused).toMatchObject({ status: 409 });
    expect(JSON.stringify(refused.body)).toContain('This token has expired. Create a new one.');
    const { tokenId } = await giveToken(people.runner);
    await prisma().oauthGrant.create({
      data: {
        tokenId,
        clientId: 'a',
        clientName: 'A',
        redirectUri: 'https://app.example/',
        familyHash: new Uint8Array(32),
        refreshHash: new Uint8Array(32),
        refreshExpiresAt: new Date(clock.nowMs() + 60_000),
      },
    });
    expect((await change(tokenId, { days: 30 })).status).toBe(404);
    const { fresh } = await create({});
    expect((await change(fresh.token_id, { days: 30 }, people.engineer)).status).toBe(404);
    expect(await statusWith(fresh.token, 'PATCH', `/users/me/tokens/${fresh.token_id}`, { days: 30 })).toBe(
      403,
    );
  });
});

describe('POST users/me/tokens/copied', () => {
  it('makes a token that does everything for twelve hours', async () => {
    const { status, body } = await send('POST', '/users/me/tokens/copied', { as: people.runner });
    expect(status).toBe(201);
    const { token, expires_at } = body as Fresh;
    const lifetimeMs = Date.parse(expires_at) - clock.nowMs();
    expect(lifetimeMs).toBeGreaterThan(11.9 * 3_600_000);
    expect(lifetimeMs).toBeLessThanOrEqual(12 * 3_600_000);
    expect(await statusWith(token, 'GET', `/${ORG_A}/skinny-kits`)).toBe(200);
  });
});
