import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { type Answered, numberIn, send, sendForm } from '../support/app/http';
import { loseKeys } from '../support/things/lost-keys';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();

const as = people.orgAdmin;

beforeAll(createOrganizations);

async function saved(credType: string, part: Record<string, JsonValue>): Promise<number> {
  const body = { credType, name: 'Shop', [credType]: part };
  return numberIn(await send('POST', `/${ORG_A}/creds?force=true`, { as, body }), 'creds_id');
}

const database = {
  host: 'db.invalid',
  port: 5432,
  databaseName: 'shop',
  username: 'reader',
  password: 'first',
};
const patch = (credsId: number, body: object) =>
  send('PATCH', `/${ORG_A}/creds/${credsId}?force=true`, { as, body });
const read = (credsId: number) => send('GET', `/${ORG_A}/creds/${credsId}`, { as });
const sealed = async (credentialId: number) =>
  (await prisma().credential.findUniqueOrThrow({ where: { credentialId } })).sealedSecrets;
const refused = ({ status, body }: Answered) => [
  status,
  (body as { error: { issues?: { path: string }[] } }).error.issues?.map(({ path }) => path),
];

describe('a connection whose secrets were sealed with a key that is gone', () => {
  it('can be renamed and limited; its sealed secrets stay, and open again with the key', async () => {
    const credsId = await saved('db', database);
    const before = await sealed(credsId);
    const { settings } = (await read(credsId)).body as { settings: Record<string, JsonValue> };
    const putBack = loseKeys();
    expect(await patch(credsId, { name: 'Renamed', concurrencyLimit: 3 })).toMatchObject({
      status: 200,
      body: { name: 'Renamed', concurrency_limit: 3, problem: 'secrets_unreadable' },
    });
    const echo = { ...settings, env: null, password: { is_set: true }, tls: { is_set: true } };
    expect((await patch(credsId, { name: 'Again', db: echo })).status).toBe(200);
    expect(await sealed(credsId)).toEqual(before);
    putBack();
    expect((await read(credsId)).body).toMatchObject({ name: 'Again', problem: null });
  });

  it('must get every secret again with another change, and then works without the key', async () => {
    const credsId = await saved('db', database);
    const before = await sealed(credsId);
    loseKeys();
    expect(refused(await patch(credsId, { db: { username: 'other' } }))).toEqual([
      400,
      ['db.password', 'db.tls'],
    ]);
    expect(refused(await patch(credsId, { db: { password: 'second', tls: { is_set: true } } }))).toEqual([
      400,
      ['db.tls'],
    ]);
    expect(await sealed(credsId)).toEqual(before);

    const changed = await patch(credsId, { db: { port: 5433, password: 'second', tls: null } });
    expect(changed).toMatchObject({
      status: 200,
      body: { problem: null, settings: { port: 5433, password: { is_set: true }, tls: { is_set: false } } },
    });
    expect((await patch(credsId, { db: { username: 'other' } })).status).toBe(200);
  });

  it('may have none from then on', async () => {
    const credsId = await saved('db', database);
    loseKeys();
    expect(await patch(credsId, { db: { password: null, tls: null } })).toMatchObject({
      status: 200,
      body: { problem: null, settings: { password: { is_set: false }, tls: { is_set: false } } },
    });
  });

  it('isn’t tried as it is saved', async () => {
    const credsId = await saved('db', database);
    loseKeys();
    const check = (body: object) => send('POST', `/${ORG_A}/creds/${credsId}/check`, { as, body });
    expect((await check({})).status).toBe(503);
    expect((await check({ db: { host: database.host } })).status).toBe(503);
    expect((await check({ db: { password: 'second', tls: null } })).status).toBe(422);
  });

  it('needs only what its way to sign in keeps secret', async () => {
    const credsId = await saved('api', {
      apiBaseUrl: 'https://api.example.com',
      authType: 'basic_auth',
      username: 'reader',
      password: 'first',
      bearerToken: 'of earlier',
    });
    loseKeys();
    expect(refused(await patch(credsId, { api: { apiBaseUrl: 'https://api.example.org' } }))).toEqual([
      400,
      ['api.password'],
    ]);
    const api = { apiBaseUrl: 'https://api.example.org', password: 'second' };
    expect((await patch(credsId, { api })).status).toBe(200);
  });

  it('of a repository needs its variables again, too', async () => {
    const credsId = await saved('github', {
      token: 'first',
      owner: 'acme',
      repo: 'jobs',
      dotenv: { A: '1' },
    });
    loseKeys();
    expect(refused(await patch(credsId, { github: { token: 'second' } }))).toEqual([
      400,
      ['github.renviron', 'github.dotenv'],
    ]);
    const github = { token: 'second', renviron: null, dotenv: { A: '2' } };
    expect(await patch(credsId, { github })).toMatchObject({
      status: 200,
      body: { settings: { dotenv: { is_set: true, names: ['A'] } } },
    });
  });

  it('can be deleted', async () => {
    const credsId = await saved('db', database);
    loseKeys();
    expect((await send('GET', `/${ORG_A}/creds/${credsId}/kits`, { as })).status).toBe(200);
    expect((await send('DELETE', `/${ORG_A}/creds/${credsId}`, { as })).status).toBe(204);
  });
});

it('the values of an API’s further schemes are entered again with its own', async () => {
  const scheme = (name: string) => ({ type: 'apiKey', in: 'header', name });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Two schemes', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    security: [{ app: [] }],
    paths: { '/b': { get: { security: [{ app: [], user: [] }], responses: {} } } },
    components: { securitySchemes: { app: scheme('X-App'), user: scheme('X-User') } },
  };
  const added = await sendForm(`/${ORG_A}/openapi-upload`, { 'api.json': JSON.stringify(document) }, { as });
  const credsId = (added.body as { creds_id: number }[])[0]?.creds_id ?? 0;
  const target = `/${ORG_A}/creds-api/${credsId}` as const;
  const change = (body: object) => send('PATCH', target, { as, body });
  await change({ apiKey: 'first', schemes: { user: { apiKey: 'first' } } });
  loseKeys();
  expect(await send('GET', target, { as })).toMatchObject({
    status: 200,
    body: { api_key: { is_set: true } },
  });
  expect(refused(await change({ apiKey: 'second' }))).toEqual([400, ['api.moreSecrets.user.apiKey']]);
  expect(refused(await change({ schemes: { user: { apiKey: 'second' } } }))).toEqual([400, ['api.apiKey']]);
  expect(await change({ apiKey: 'second', schemes: { user: { apiKey: 'second' } } })).toMatchObject({
    status: 200,
    body: { api_key: { is_set: true }, schemes: [{ name: 'user', filled_in: ['apiKey'] }] },
  });
});
