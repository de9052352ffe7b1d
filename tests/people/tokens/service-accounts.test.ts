import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import { createGrantedCommands, createOrganizations, ORG_A, ORG_B } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { bearer } from '../../support/things/tokens';

withApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'pushboard@example.com' });

let made: Awaited<ReturnType<typeof createGrantedCommands>>;

beforeAll(async () => {
  await createOrganizations();
  made = await createGrantedCommands();
});

beforeEach(async () => {
  await prisma().run.deleteMany();
  await prisma().user.deleteMany({ where: { serviceOrgId: { not: null } } });
});

const as = people.orgAdmin;

async function create(name = 'Nightly'): Promise<string> {
  const { status, body } = await send('POST', `/${ORG_A}/service-accounts`, { as, body: { name } });
  expect(status).toBe(201);
  return (body as { user_id: string }).user_id;
}

async function tokenOf(userId: string, body: object = { scope: 'everything' }): Promise<string> {
  const answered = await send('POST', `/${ORG_A}/service-accounts/${userId}/tokens`, {
    as,
    body: { name: 'Cron', days: 30, ...body },
  });
  expect(answered.status, JSON.stringify(answered.body)).toBe(201);
  return (answered.body as { token: string }).token;
}

const commandsOf = async (token: string) => {
  const { status, body } = await send('GET', `/${ORG_A}/skinny-kits`, { headers: bearer(token) });
  return status === 200 ? (body as { kit_id: number }[]).map(({ kit_id }) => kit_id) : status;
};

const share = (userId: string) =>
  send('POST', `/${ORG_A}/kits/${made.command.commandId}/share`, {
    as: people.engineer,
    body: { recipients: [{ userId }] },
  });

describe('a service account', () => {
  it('has what is shared with it, as a person has', async () => {
    const userId = await create();
    const token = await tokenOf(userId);
    expect(await commandsOf(token)).toEqual([]);
    const shared = await share(userId);
    expect(shared.body).toMatchObject([{ error: null }]);
    expect(await commandsOf(token)).toEqual([made.command.commandId]);
    const { body } = await send('GET', `/${ORG_A}/recipients?search=night`, { as: people.engineer });
    expect(JSON.stringify(body)).toContain(userId);
  });

  it('is told in the list of members, and is named in the runs that its tokens start', async () => {
    const userId = await create('Robot');
    const token = await tokenOf(userId);
    await share(userId);
    const { commandId, templateId } = made.command;
    const created = await send('POST', `/${ORG_A}/run-async-i`, {
      headers: bearer(token),
      body: { kitId: commandId, olId: templateId },
    });
    const runId = numberIn(created, 'run_id');
    const run = await send('GET', `/${ORG_A}/kits/${commandId}/runs/${runId}`, { as });
    expect(JSON.stringify(run.body)).toContain('Robot');
    const { body: members } = await send('GET', `/${ORG_A}/members?filter=user_id:${userId}`, { as });
    expect(members).toMatchObject([{ is_service_account: true, role: 'member', email: null, name: 'Robot' }]);
  });

  it('is never an admin, through the API or past it', async () => {
    const userId = await create();
    const { status } = await send('PATCH', `/${ORG_A}/members/${userId}`, { as, body: { role: 'admin' } });
    expect(status).toBe(409);
    const where = { orgId_userId: { orgId: ORG_A, userId } };
    await expect(prisma().membership.update({ where, data: { role: 'admin' } })).rejects.toThrow(
      /never an admin/,
    );
    await expect(prisma().membership.create({ data: { orgId: ORG_B, userId } })).rejects.toThrow(/its own/);
  });

  it('can be nobody but itself: no invitation, no sign-in, no demo header', async () => {
    const userId = await create();
    const invited = await send('POST', `/${ORG_A}/invite`, { as, body: { recipients: [{ userId }] } });
    expect(invited.body).toMatchObject([{ error: 'No email address found for this user' }]);
    expect((await send('GET', '/users/me', { as: userId })).body).toBeNull();
    const { status } = await send('POST', '/demo/sign-in', {
      body: { userId },
      headers: { origin: 'http://localhost:3000' },
    });
    expect(status).toBe(404);
  });

  it('S22 makes no organization, no token, and no other account', async () => {
    const token = await tokenOf(await create());
    for (const [path, body] of [
      ['/users/me/orgs', { orgName: 'Mine' }],
      ['/users/me/sandbox', undefined],
      ['/users/me/tokens', { name: 'Another', scope: 'read', days: 1 }],
      [`/${ORG_A}/service-accounts`, { name: 'Another' }],
    ] as const) {
      const { status } = await send('POST', path, {
        headers: bearer(token),
        ...(body === undefined ? {} : { body }),
      });
      expect(status, path).toBe(403);
    }
  });

  it('has a name that no other service account of the organization has', async () => {
    const userId = await create('Nightly');
    const path = `/${ORG_A}/service-accounts`;
    expect((await send('POST', path, { as, body: { name: 'nightly' } })).status).toBe(409);
    const renamed = await send('PATCH', `${path}/${userId}`, { as, body: { name: 'Hourly' } });
    expect(renamed.body).toMatchObject({ name: 'Hourly', token_count: 0 });
    expect((await send('POST', path, { as, body: { name: 'Nightly' } })).status).toBe(201);
  });
});

describe('S02 the service accounts of another organization', () => {
  it('are like ones that do not exist', async () => {
    const userId = await create();
    await tokenOf(userId);
    const [token] = await prisma().accessToken.findMany({ where: { userId } });
    const path = `/${ORG_B}/service-accounts/${userId}`;
    const asB = people.orgAdminB;
    for (const [method, target, body] of [
      ['PATCH', path, { name: 'Taken' }],
      ['DELETE', path, undefined],
      ['GET', `${path}/tokens`, undefined],
      ['POST', `${path}/tokens`, { name: 'Mine', scope: 'read', days: 1 }],
      ['PATCH', `${path}/tokens/${token?.tokenId}`, { days: 365 }],
      ['DELETE', `${path}/tokens/${token?.tokenId}`, undefined],
    ] as const) {
      const { status } = await send(method, target, { as: asB, ...(body === undefined ? {} : { body }) });
      expect(status, `${method} ${target}`).toBe(404);
    }
    expect(await prisma().accessToken.count({ where: { userId } })).toBe(1);
  });

  it('no person is a service account to those who manage them', async () => {
    const { status } = await send('POST', `/${ORG_A}/service-accounts/${people.runner}/tokens`, {
      as,
      body: { name: 'As the runner', scope: 'everything', days: 1 },
    });
    expect(status).toBe(404);
  });
});

describe('S16 a removed service account', () => {
  it('is nobody at once, and its runs keep its name', async () => {
    const userId = await create();
    const token = await tokenOf(userId);
    const { status } = await send('DELETE', `/${ORG_A}/service-accounts/${userId}`, { as });
    expect(status).toBe(204);
    expect(await commandsOf(token)).toBe(401);
    expect((await send('GET', `/${ORG_A}/service-accounts`, { as })).body).toEqual([]);
    expect(await prisma().user.count({ where: { userId } })).toBe(1);
  });

  it('is nobody either when it is removed as people are', async () => {
    const userId = await create();
    const token = await tokenOf(userId);
    await send('PATCH', `/${ORG_A}/members/${userId}`, { as, body: { isDeleted: true } });
    expect(await commandsOf(token)).toBe(401);
  });

  it('its tokens are made, listed, renewed, and revoked by the admins of its organization', async () => {
    const userId = await create();
    const { commandId } = made.command;
    const token = await tokenOf(userId, { scope: 'run', kitIds: [commandId] });
    const path = `/${ORG_A}/service-accounts/${userId}/tokens`;
    const { body } = await send('GET', path, { as });
    const [listed] = body as { token_id: string }[];
    expect(listed).toMatchObject({ name: 'Cron', commands: [{ kit_id: commandId }], hint: token.slice(-4) });
    const renewed = await send('PATCH', `${path}/${listed?.token_id}`, { as, body: { days: 365 } });
    expect(renewed).toMatchObject({ status: 200, body: { name: 'Cron', command_count: 1 } });
    const audited = {
      action: 'token.update',
      orgId: ORG_A,
      actorUserId: as,
      subjectId: listed?.token_id ?? '',
    };
    expect(await prisma().auditEvent.count({ where: audited })).toBe(1);
    expect((await send('DELETE', `${path}/${listed?.token_id}`, { as })).status).toBe(204);
    expect(await commandsOf(token)).toBe(401);
    const foreign = await send('POST', path, {
      as,
      body: { name: 'Cron', scope: 'run', days: 1, kitIds: [made.ofB.commandId] },
    });
    expect(foreign.status).toBe(400);
  });
});
