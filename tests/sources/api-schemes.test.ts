import { beforeAll, expect, test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send, sendForm } from '../support/app/http';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();

const as = people.orgAdmin;
const secret = 'canary-of-a-scheme-55e0';

const schemes = {
  app: { type: 'apiKey', in: 'header', name: 'X-App' },
  user: { type: 'http', scheme: 'bearer' },
  login: { type: 'http', scheme: 'basic' },
};

async function upload(securitySchemes: object) {
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Several schemes', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    security: [{ app: [] }],
    paths: {
      '/a': { get: { responses: {} } },
      '/b': {
        get: { security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })), responses: {} },
      },
    },
    components: { securitySchemes },
  });
  const { body } = await sendForm(`/${ORG_A}/openapi-upload`, { 'api.json': document }, { as });
  return (body as { creds_id: number }[])[0]?.creds_id ?? 0;
}

let credsId = 0;
beforeAll(async () => {
  await createOrganizations();
  credsId = await upload({ app: schemes.app, user: schemes.user });
});

const patch = (body: object) => send('PATCH', `/${ORG_A}/creds-api/${credsId}`, { as, body });
const read = async () => (await send('GET', `/${ORG_A}/creds-api/${credsId}`, { as })).body;

const gaps = async () => {
  const { body } = await send('GET', `/${ORG_A}/creds/${credsId}`, { as });
  const { auth_missing, auth_gaps } = body as { auth_missing: boolean; auth_gaps: string[] };
  return { auth_missing, auth_gaps };
};

test('a connection holds every scheme of its description, with its values', async () => {
  expect(await gaps()).toEqual({ auth_missing: true, auth_gaps: ['app', 'user'] });
  expect(await read()).toMatchObject({
    auth_type: 'api_key',
    auth_scheme: 'app',
    schemes: [{ name: 'user', auth_type: 'bearer_token', filled_in: [] }],
  });
  expect((await patch({ apiKey: 'app', schemes: { user: { bearerToken: secret } } })).status).toBe(200);
  expect(await gaps()).toEqual({ auth_missing: false, auth_gaps: [] });
  expect(await read()).toMatchObject({
    api_key: { is_set: true },
    schemes: [{ name: 'user', filled_in: ['bearerToken'] }],
  });
});

test('S21 S54 none of it is sent back, and it is stored sealed', async () => {
  const credential = await send('GET', `/${ORG_A}/creds/${credsId}`, { as });
  expect(JSON.stringify([await read(), credential.body])).not.toContain(secret);
  expect(credential.body).toMatchObject({ settings: { moreSecrets: { is_set: true } } });
  const row = await prisma().credential.findUniqueOrThrow({ where: { credentialId: credsId } });
  expect(JSON.stringify(row.settings)).not.toContain(secret);
  expect(Buffer.from(row.sealedSecrets ?? []).includes(secret)).toBe(false);
  const events = await prisma().auditEvent.findMany({ where: { subjectId: String(credsId) } });
  expect(JSON.stringify(events.map(({ before, after }) => [before, after]))).not.toContain(secret);
});

test('a newer version adds the new schemes, and keeps the values', async () => {
  const again = await upload({ ...schemes, user: { type: 'apiKey', in: 'query', name: 'changed' } });
  expect(again).toBe(credsId);
  expect(await read()).toMatchObject({
    schemes: expect.arrayContaining([
      { name: 'user', auth_type: 'bearer_token', filled_in: ['bearerToken'] },
      { name: 'login', auth_type: 'basic_auth', filled_in: [] },
    ]),
  });
  expect(await gaps()).toEqual({ auth_missing: false, auth_gaps: ['login'] });
  await patch({ schemes: { login: { username: 'u', password: 'p' } } });
  await patch({ schemes: { login: { username: 'v' } } });
  expect(await read()).toMatchObject({
    schemes: expect.arrayContaining([
      { name: 'user', auth_type: 'bearer_token', filled_in: ['bearerToken'] },
      { name: 'login', auth_type: 'basic_auth', filled_in: ['username', 'password'] },
    ]),
  });
});

test.each([
  ['a scheme that no description names', { other: { apiKey: 'x' } }, 'schemes.other'],
  ['nothing to fill in', { user: 'x' }, 'schemes.user'],
  ['a line break', { user: { bearerToken: 'a\r\nX: y' } }, 'api.moreSecrets.user.bearerToken'],
  ['an unknown key', { user: { tokenUrl: 'http://127.0.0.1' } }, 'api.moreSecrets.user'],
])('%s is a 400 that names it', async (_, given, path) => {
  const { status, body } = await patch({ schemes: given });
  expect({ status, body }).toMatchObject({ status: 400, body: { error: { issues: [{ path }] } } });
});

test('secrets that cannot be read back stay when a connection is changed in part', async () => {
  const change = (api: object) =>
    send('PATCH', `/${ORG_A}/creds/${credsId}?force=true`, { as, body: { api } });
  const filledIn = expect.arrayContaining([
    { name: 'user', auth_type: 'bearer_token', filled_in: ['bearerToken'] },
    { name: 'login', auth_type: 'basic_auth', filled_in: ['username', 'password'] },
  ]);
  for (const moreSecrets of [{}, null, { user: {} }, { login: { username: 'w' } }]) {
    expect((await change({ moreSecrets })).status).toBe(200);
    expect(await read()).toMatchObject({ schemes: filledIn });
  }
  for (const moreAuth of [{}, null, { user: { authType: 'bearer_token' } }]) {
    expect((await change({ moreAuth })).status).toBe(200);
    expect(await read()).toMatchObject({ schemes: filledIn });
  }
  expect((await change({ moreSecrets: { login: null } })).status).toBe(200);
  expect(await read()).toMatchObject({
    schemes: expect.arrayContaining([{ name: 'login', auth_type: 'basic_auth', filled_in: [] }]),
  });
});

test('S35 another base URL asks for the main secret again, and forgets the others', async () => {
  const to = (api: object) =>
    send('PATCH', `/${ORG_A}/creds/${credsId}?force=true`, {
      as,
      body: { api: { apiBaseUrl: 'https://other.example', ...api } },
    });
  expect((await to({})).status).toBe(400);
  const login = { username: 'w', password: 'again' };
  expect((await to({ apiKey: 'again', moreSecrets: { login } })).status).toBe(200);
  expect(await read()).toMatchObject({
    api_key: { is_set: true },
    schemes: expect.arrayContaining([
      { name: 'user', auth_type: 'bearer_token', filled_in: [] },
      { name: 'login', auth_type: 'basic_auth', filled_in: ['username', 'password'] },
    ]),
  });
});

test('a connection from before descriptions named its credential gets the names, and keeps its secret', async () => {
  await prisma()
    .$executeRaw`update credential set settings = settings - 'authScheme' - 'moreAuth' where credential_id = ${credsId}`;
  expect(await read()).toMatchObject({ auth_scheme: '', schemes: [] });
  await upload(schemes);
  expect(await read()).toMatchObject({
    auth_scheme: 'app',
    api_key: { is_set: true },
    schemes: expect.arrayContaining([expect.objectContaining({ name: 'user' })]),
  });
});
