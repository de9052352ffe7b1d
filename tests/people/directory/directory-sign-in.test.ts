import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { directoryOrgs } from '@/server/people/directory/first-org';
import { requireDirectory } from '@/server/people/directory/settings';
import { readIdToken } from '@/server/people/directory/sign-in/id-token';
import { renewDueSessions } from '@/server/people/directory/sign-in/renew';
import { syncPeople } from '@/server/people/directory/sync';
import { type ConfiguredApp, configureApp } from '../../support/app/app';
import { type AppDatabase, createAppDatabase } from '../../support/app/database';
import { sendRaw } from '../../support/app/http';
import { directoryProvider } from '../../support/doubles/directory-provider';
import {
  ada,
  ben,
  CLIENT_ID,
  CLIENT_SECRET,
  type GraphDouble,
  startGraphDouble,
  TENANT_ID,
  trustTestAuthority,
} from '../../support/doubles/graph-double';

const audit = { actorUserId: null, requestId: null, address: null };
const APP_URL = 'http://localhost:3000';
const accounts = [
  { objectId: 'oid-ada', name: 'Ada Byron' },
  { objectId: 'oid-ben', name: 'Ben Okri' },
  { objectId: 'oid-stranger', name: 'Stranger' },
];

let graph: GraphDouble;
let database: AppDatabase;
let app: ConfiguredApp;
let orgId: string;

beforeAll(async () => {
  trustTestAuthority();
  graph = await startGraphDouble();
  database = await createAppDatabase();
  app = await configureApp(database.url, { ...graph.variables, APP_URL });
});
afterAll(async () => {
  await app.stop();
  await database.drop();
  await graph.close();
});

beforeEach(async () => {
  for (const table of [
    'directory_person',
    'directory',
    'session',
    'identity',
    'membership',
    'org_slug',
    'org',
    '"user"',
  ]) {
    await sql.query(`delete from ${table}`);
  }
  graph.signIn = directoryProvider({
    issuer: `${graph.origin}/${TENANT_ID}/v2.0`,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUri: `${APP_URL}/blank`,
    accounts,
  });
  graph.directory.clear();
  graph.refusals.length = 0;
  graph.directory.putUser(ada);
  [orgId = ''] = await directoryOrgs(audit);
  await syncPeople(orgId, audit);
});

/** The cookies of one browser, by name. */
type Jar = Map<string, string>;

const cookieHeader = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

function keep(jar: Jar, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
}

/** What a person does in their browser, until the directory sends them back. */
async function atTheDirectory(url: string, objectId: string): Promise<URLSearchParams> {
  const jar: Jar = new Map();
  let next = url;
  for (let step = 0; step < 12; step += 1) {
    const response = await fetch(next, { redirect: 'manual', headers: { cookie: cookieHeader(jar) } });
    keep(jar, response.headers);
    const location = response.headers.get('location');
    if (location === null) {
      next = `${next}?as=${objectId}`;
      continue;
    }
    const target = new URL(location, next);
    if (target.origin === APP_URL) return new URLSearchParams(target.hash.slice(1));
    next = target.href;
  }
  throw new Error('The directory did not send the person back');
}

const browser = () => {
  const ours: Jar = new Map();
  const call = async (method: 'POST' | 'GET', path: string, body?: unknown) => {
    const headers = { cookie: cookieHeader(ours), origin: APP_URL };
    const response = await sendRaw(method, path, body === undefined ? { headers } : { headers, body });
    keep(ours, response.headers);
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };
  return {
    ours,
    call,
    start: async () =>
      (await call('POST', '/sign-in/directory/start', { isPopup: false })).body.url as string,
    finish: (response: URLSearchParams, more = {}) =>
      call('POST', '/sign-in/directory/finish', {
        code: response.get('code'),
        state: response.get('state'),
        ...more,
      }),
  };
};

async function signIn(objectId: string) {
  const person = browser();
  const response = await atTheDirectory(await person.start(), objectId);
  return { person, answer: await person.finish(response), response };
}

describe('signing in with the directory', () => {
  it('S26 uses a code with PKCE, state, and nonce, and returns to /blank with a fragment', async () => {
    const url = new URL(await browser().start());
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: CLIENT_ID,
      response_type: 'code',
      response_mode: 'fragment',
      redirect_uri: `${APP_URL}/blank`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}\.r$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('S28 ends in a session of the person whom the sync knows, who is then no longer pending', async () => {
    const { person, answer } = await signIn(ada.id);
    expect(answer).toMatchObject({ status: 200, body: { name: 'Ada Byron', email: 'ada@contoso.example' } });
    expect(await person.call('GET', '/users/me')).toMatchObject({ body: { name: 'Ada Byron' } });
    expect(await person.call('GET', '/users/me/orgs')).toMatchObject({
      body: [{ org_id: orgId, role: 'admin' }],
    });
    const { body } = await person.call('GET', `/${orgId}/members`);
    expect(body).toMatchObject([{ name: 'Ada Byron', is_pending_to_pushboard: false }]);
    expect([...person.ours.keys()]).toEqual(['pushboard_session']);
    expect(await prisma().auditEvent.count({ where: { action: 'session.begin' } })).toBeGreaterThan(0);
  });

  it('adds a person who is new in the directory without waiting for a sync', async () => {
    graph.directory.putUser(ben);
    const { answer, person } = await signIn(ben.id);
    expect(answer).toMatchObject({ status: 200, body: { name: 'Ben Okri', email: ben.mail } });
    expect(await person.call('GET', '/users/me/orgs')).toMatchObject({
      body: [{ org_id: orgId, role: 'member' }],
    });
    expect(await prisma().org.count()).toBe(1);
  });

  it('S16 refuses people whom the directory does not have, has disabled, or an admin removed; nothing is created', async () => {
    expect((await signIn('oid-stranger')).answer).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('no access') } },
    });
    graph.directory.putUser({ ...ben, accountEnabled: false });
    expect((await signIn(ben.id)).answer.status).toBe(403);
    const { userId } = await prisma().directoryPerson.findFirstOrThrow({ where: { objectId: ada.id } });
    await prisma().membership.updateMany({
      where: { userId },
      data: { state: 'deleted', stateBeforeRemoval: 'active' },
    });
    expect((await signIn(ada.id)).answer.status).toBe(403);
    expect(await prisma().session.count()).toBe(0);
    expect(await prisma().user.count()).toBe(1);
    expect(await prisma().org.count()).toBe(1);
  });

  it('S26 another browser cannot end it, a state that was not begun is refused, and a code works once', async () => {
    const first = browser();
    const response = await atTheDirectory(await first.start(), ada.id);
    expect(await browser().finish(response)).toMatchObject({ status: 401 });
    expect(await first.finish(response, { state: 'made-up.r' })).toMatchObject({ status: 401 });
    expect(await first.finish(response)).toMatchObject({ status: 200 });
    expect(await first.finish(response)).toMatchObject({ status: 401 });
    expect(await prisma().session.count()).toBe(1);
  });

  it('S26 a code of another sign-in is refused', async () => {
    const attacker = browser();
    const stolen = await atTheDirectory(await attacker.start(), ada.id);
    const victim = browser();
    const own = await atTheDirectory(await victim.start(), ada.id);
    expect(await victim.finish(own, { code: stolen.get('code') })).toMatchObject({ status: 401 });
  });

  it('says that the directory cannot be reached, and creates nothing', async () => {
    graph.refusals.push({ status: 403, to: /\/users\// });
    graph.directory.putUser(ben);
    expect((await signIn(ben.id)).answer).toMatchObject({ status: 503 });
    expect(await prisma().user.count()).toBe(1);
    expect((await signIn(ben.id)).answer).toMatchObject({ status: 200 });
  });

  it('a person who cancels comes back with an error instead of a code', async () => {
    const response = await atTheDirectory(await browser().start(), '');
    expect(response.get('error')).toBe('access_denied');
    expect(response.get('code')).toBeNull();
  });
});

describe('S26 an ID token', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = (claims: object, alg = 'RS256') =>
    `${part({ alg })}.${part({ iss: requireDirectory().issuer, aud: CLIENT_ID, exp: now() + 60, nonce: 'n', oid: 'o', ...claims })}.x`;
  const read = (text: string) => readIdToken(text, 'n', requireDirectory());

  it('is accepted for us, for this sign-in, and for now; clocks may differ by five minutes', () => {
    expect(read(token({ name: 'Ada' }))).toEqual({ objectId: 'o', name: 'Ada' });
    expect(read(token({ exp: now() - 200 }))).toMatchObject({ objectId: 'o' });
  });

  it.each<[string, object, string?]>([
    ['of another issuer', { iss: 'https://login.microsoftonline.com/other/v2.0' }],
    ['for another application', { aud: 'other' }],
    ['with another nonce', { nonce: 'other' }],
    ['without a nonce', { nonce: undefined }],
    ['that expired', { exp: 1 }],
    ['that is not valid yet', { nbf: 99_999_999_999 }],
    ['that was made later than now', { iat: 99_999_999_999 }],
    ['without an object id', { oid: undefined }],
    ['that is not signed', {}, 'none'],
  ])('%s is refused', (_which, claims, alg) => {
    expect(() => read(token(claims, alg))).toThrow();
  });
});

describe('a session', () => {
  const later = async (hours: number) => {
    const at = new Date(Date.now() - hours * 3_600_000);
    await prisma().directorySession.updateMany({ data: { askedAt: at, renewedAt: at } });
  };

  it('is renewed with the directory after an hour, and not before', async () => {
    const { person } = await signIn(ada.id);
    const before = await prisma().directorySession.findFirstOrThrow();
    expect(await person.call('POST', '/sign-in/directory/renew')).toMatchObject({ status: 204 });
    expect(await prisma().directorySession.findFirstOrThrow()).toEqual(before);
    await later(2);
    expect(await person.call('POST', '/sign-in/directory/renew')).toMatchObject({ status: 204 });
    const { renewedAt } = await prisma().directorySession.findFirstOrThrow();
    expect(renewedAt.getTime()).toBeGreaterThanOrEqual(before.renewedAt.getTime());
  });

  it('S16 ends when the directory refuses to renew it', async () => {
    const { person } = await signIn(ada.id);
    await later(2);
    graph.signIn?.revoke(ada.id);
    expect(await person.call('POST', '/sign-in/directory/renew')).toMatchObject({
      status: 401,
      body: { error: { message: expect.stringContaining('ended your session') } },
    });
    expect(await prisma().session.count()).toBe(0);
    expect(await person.call('GET', '/users/me')).toMatchObject({ body: null });
  });

  it('S88 ends when the directory refuses to renew it, although no page of it is open', async () => {
    const { person } = await signIn(ada.id);
    graph.directory.putUser(ben);
    const { person: other } = await signIn(ben.id);
    await later(2);
    graph.signIn?.revoke(ada.id);
    const asked = await Promise.all([renewDueSessions(), renewDueSessions()]);
    expect(asked.reduce((sum, each) => sum + each)).toBe(2);
    // A cookie that was copied from it is worth nothing from here on.
    expect(await person.call('GET', '/users/me')).toMatchObject({ body: null });
    expect(await other.call('GET', '/users/me')).toMatchObject({ body: { name: 'Ben Okri' } });
    expect(await renewDueSessions()).toBe(0);
    const latest = { where: { action: 'session.end' }, orderBy: { auditEventId: 'desc' } } as const;
    expect(await prisma().auditEvent.findFirst(latest)).toMatchObject({
      actorUserId: null,
      after: { because: 'the directory' },
    });
  });

  it('S91 can end together with that of the directory', async () => {
    const { person } = await signIn(ada.id);
    const { status, body } = await person.call('POST', '/sign-out/everywhere');
    expect(status).toBe(200);
    const url = new URL(body.url);
    expect(url.origin).toBe(graph.origin);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: CLIENT_ID,
      post_logout_redirect_uri: `${APP_URL}/sign-in`,
    });
    expect(await prisma().session.count()).toBe(0);
  });

  it('outlives a directory that is down for an hour, and not one that is down for a day', async () => {
    const { person } = await signIn(ada.id);
    graph.signIn = { answer: (_request, response) => void response.destroy() === undefined, revoke: vi.fn() };
    await later(2);
    expect(await person.call('POST', '/sign-in/directory/renew')).toMatchObject({ status: 204 });
    await later(25);
    expect(await person.call('POST', '/sign-in/directory/renew')).toMatchObject({ status: 401 });
  });

  it('S52 keeps what the directory gave it sealed', async () => {
    await signIn(ada.id);
    const { sealedCache } = await prisma().directorySession.findFirstOrThrow();
    expect(Buffer.from(sealedCache).toString('latin1')).not.toContain('RefreshToken');
  });
});
