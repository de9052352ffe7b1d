import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { orgOfCommand } from '@/server/http/requests/page-session';
import { actorOfSession, insertSession } from '@/server/people/sign-in/session';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { createGrantedCommands, createOrganizations, ORG_A, ORG_B } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { bearer, giveToken } from '../../support/things/tokens';

withApp();

const OKTA = 'https://acme.okta.com';
const GOOGLE = 'https://accounts.google.com';
const HOUR_MS = 3_600_000;

let made: Awaited<ReturnType<typeof createGrantedCommands>>;

beforeAll(async () => {
  await createOrganizations();
  made = await createGrantedCommands();
});

const policy = (data: { requiredIssuer?: string | null; inactivityHours?: number | null }) =>
  prisma().org.update({ where: { orgId: ORG_A }, data });

beforeEach(async () => {
  await policy({ requiredIssuer: null, inactivityHours: null });
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function session(userId: string, issuer: string): Promise<Record<string, string>> {
  const token = await transaction((tx) => insertSession(tx, userId, issuer, { address: null }));
  return { cookie: `pushboard_session=${token}`, origin: 'http://localhost:3000' };
}

const commands = async (headers: Record<string, string>, orgId = ORG_A) => {
  const { status, body } = await send('GET', `/${orgId}/skinny-kits`, { headers });
  return { status, message: (body as { error?: { message: string } }).error?.message };
};

describe('S16 an organization that requires sign-in through one issuer', () => {
  it('refuses sessions of another, and says which sign-in is needed', async () => {
    const [okta, google] = [await session(people.runner, OKTA), await session(people.runner, GOOGLE)];
    await policy({ requiredIssuer: OKTA });
    expect((await commands(okta)).status).toBe(200);
    expect(await commands(google)).toEqual({
      status: 403,
      message: 'This organization requires signing in with acme.okta.com. Log out, then sign in that way.',
    });
  });

  it('still lists it, with what it requires', async () => {
    const google = await session(people.runner, GOOGLE);
    await policy({ requiredIssuer: OKTA });
    const { body } = await send('GET', '/users/me/orgs', { headers: google });
    expect(body).toMatchObject([{ org_id: ORG_A, required_issuer: OKTA }]);
  });

  it('is closed past its own path, too: nothing of it is in any list or under another one', async () => {
    const google = await session(people.runner, GOOGLE);
    await policy({ requiredIssuer: OKTA });
    expect(
      (await send('GET', `/${ORG_A}/tiny-kits/${made.command.commandId}`, { headers: google })).status,
    ).toBe(403);
    const actor = await actorOfSession(google.cookie?.split('=')[1] ?? '');
    expect(await orgOfCommand(actor, made.command.commandId)).toBeNull();
  });

  it('refuses outsiders with a grant in it, as it does members', async () => {
    const [okta, google] = [await session(people.outsider, OKTA), await session(people.outsider, GOOGLE)];
    expect((await commands(google)).status).toBe(200);
    await policy({ requiredIssuer: OKTA });
    expect((await commands(google)).status).toBe(403);
    expect((await commands(okta)).status).toBe(200);
  });

  it('refuses tokens that were made under another sign-in, but no token of its service accounts', async () => {
    const google = await giveToken(people.runner, { issuer: GOOGLE });
    const okta = await giveToken(people.runner, { issuer: OKTA });
    const robot = await prisma().user.create({
      data: {
        userId: 'robot',
        name: 'Robot',
        serviceOrgId: ORG_A,
        memberships: { create: { orgId: ORG_A } },
      },
    });
    const service = await giveToken(robot.userId, { issuer: null });
    await policy({ requiredIssuer: OKTA });
    expect((await commands(bearer(google.token))).message).toContain('this token was created under another');
    expect((await commands(bearer(okta.token))).status).toBe(200);
    expect((await commands(bearer(service.token))).status).toBe(200);
  });

  it('does not concern other organizations', async () => {
    const google = await session(people.orgAdminB, GOOGLE);
    await policy({ requiredIssuer: OKTA });
    expect((await commands(google, ORG_B)).status).toBe(200);
    expect((await commands(google, ORG_A)).status).toBe(404);
  });
});

describe('S28 an organization with its own inactivity', () => {
  it('asks for a new sign-in after a session was not used for as long, even if it is used again', async () => {
    const headers = await session(people.runner, OKTA);
    const later = await session(people.runner, OKTA);
    await policy({ inactivityHours: 2 });
    const nowMs = Date.now();
    vi.spyOn(clock, 'nowMs').mockReturnValue(nowMs + 2 * HOUR_MS - 60_000);
    expect((await commands(later)).status).toBe(200);
    vi.spyOn(clock, 'nowMs').mockReturnValue(nowMs + 3 * HOUR_MS);
    expect((await commands(later)).status).toBe(200);
    expect((await commands(headers)).message).toContain('sign in again after 2 hours without activity');
    // The refused request was a use of the session, and doesn't open the organization.
    expect((await commands(headers)).status).toBe(403);
    expect((await send('GET', '/users/me', { headers })).body).toMatchObject({ user_id: people.runner });
  });

  it('does not concern tokens', async () => {
    const { token } = await giveToken(people.runner, { expiresAt: new Date(Date.now() + 24 * HOUR_MS) });
    await policy({ inactivityHours: 1 });
    vi.spyOn(clock, 'nowMs').mockReturnValue(Date.now() + 5 * HOUR_MS);
    expect((await commands(bearer(token))).status).toBe(200);
  });
});

describe('PATCH {orgId}/org', () => {
  const change = (headers: Record<string, string>, body: object) =>
    send('PATCH', `/${ORG_A}/org`, { headers, body });

  it('sets the policy, and records it', async () => {
    const headers = await session(people.orgAdmin, OKTA);
    const { status, body } = await change(headers, { requiredIssuer: OKTA, inactivityHours: 8 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ required_issuer: OKTA, inactivity_hours: 8 });
    const { after } = await prisma().auditEvent.findFirstOrThrow({ where: { action: 'org.sign_in_policy' } });
    expect(after).toMatchObject({ requiredIssuer: OKTA, inactivityHours: 8 });
    expect((await change(headers, { requiredIssuer: null, inactivityHours: null })).body).toMatchObject({
      required_issuer: null,
      inactivity_hours: null,
    });
  });

  it('refuses an issuer that the admin is not signed in with, so that nobody locks themselves out', async () => {
    const headers = await session(people.orgAdmin, GOOGLE);
    const { status, body } = await change(headers, { requiredIssuer: OKTA });
    expect(status).toBe(409);
    expect(JSON.stringify(body)).toContain('Sign in with acme.okta.com first');
    expect((await prisma().org.findUniqueOrThrow({ where: { orgId: ORG_A } })).requiredIssuer).toBeNull();
  });

  it('bounds the inactivity by that of every session', async () => {
    const headers = await session(people.orgAdmin, GOOGLE);
    expect((await change(headers, { inactivityHours: 49 })).status).toBe(400);
    expect((await change(headers, { inactivityHours: 0 })).status).toBe(400);
  });
});
