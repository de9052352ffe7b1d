import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './support/journey';
import { disguises, leaks } from './support/leaks';
import { people } from './support/people';

/** An organization that no other journey uses. */
const ORG = 'northwind';

/** Every character that one of the encodings would change. */
const CANARY = 'canary+/=%"\\é 4f9a1c7e2b8d';

test.use({ as: 'stranger' });

test('S52 a password is found nowhere: database files, logs, results, responses, browser', async ({
  page,
  request,
}) => {
  const headers = { 'x-demo-user-id': people.stranger };
  const base = `/api/v1/${ORG}`;
  const said: string[] = [];
  const ask = async (method: string, path: string, data?: object) => {
    const response = await request.fetch(base + path, { method, headers, ...(data ? { data } : {}) });
    said.push(await response.text(), JSON.stringify(response.headers()));
    return response;
  };
  const db = {
    databaseSystem: 'postgres',
    host: '127.0.0.1',
    port: 9,
    databaseName: 'x',
    username: 'somebody',
    password: CANARY,
    tls: { mode: 'disable' },
  };
  const body = {
    orgId: ORG,
    credType: 'db',
    name: 'Canary',
    syncs: true,
    runs: true,
    stores: false,
    db,
  };
  // Refused, saved anyway, viewed, used without effect, and sent in a body that is not valid.
  expect((await ask('POST', '/creds', body)).status()).toBe(422);
  const saved = await ask('POST', '/creds?force=true', body);
  expect(saved.ok()).toBe(true);
  const { creds_id: credsId } = await saved.json();
  await ask('GET', '/creds');
  await ask('GET', `/creds/${credsId}`);
  await ask('POST', '/find-additions', { credsId });
  await ask('POST', '/batch-commit', {
    cloudId: `db::postgres::${credsId}::a.b()`,
    credsId,
    commitType: 'addition',
  });
  await ask('POST', '/creds', { ...body, db: { ...db, port: 'none', passwrod: CANARY } });
  await ask('POST', '/creds', { ...body, db: { ...db, databaseName: `${CANARY}\0` } });

  await page.goto(`/${ORG}/commands`);
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );

  for (const [name, bytes] of disguises(CANARY)) {
    expect(
      [...said, stored].filter((text) => Buffer.from(text).includes(bytes)),
      name,
    ).toEqual([]);
  }
  const dataDir = process.env.DATA_DIR ?? '';
  expect(statSync(join(dataDir, 'logs')).isDirectory()).toBe(true);
  expect(leaks(dataDir, CANARY)).toEqual([]);
  // Other journeys find this organization without a connection.
  expect((await ask('DELETE', `/creds/${credsId}`)).ok()).toBe(true);
});

test("S52 an API's secrets are found nowhere either: credentials, schemes, headers", async ({ request }) => {
  const headers = { 'x-demo-user-id': people.stranger };
  const said: string[] = [];
  const ask = async (method: string, path: string, data: object = {}) => {
    const response = await request.fetch(`/api/v1/${ORG}${path}`, {
      method,
      headers,
      ...(method === 'GET' ? {} : { data }),
    });
    const text = await response.text();
    said.push(text);
    return text === '' ? {} : JSON.parse(text);
  };
  // Nothing listens there. The run's error is searched too.
  const document = {
    openapi: '3.1.0',
    info: { title: 'Canary', version: '1' },
    servers: [{ url: 'http://127.0.0.1:9' }],
    paths: { '/x': { post: { security: [{ app: [], user: [] }], responses: {} } } },
    components: {
      securitySchemes: {
        app: { type: 'apiKey', in: 'query', name: 'key' },
        user: { type: 'http', scheme: 'bearer' },
      },
    },
  };
  const file = {
    name: 'canary.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(document)),
  };
  const uploaded = await request.post(`/api/v1/${ORG}/openapi-upload`, { headers, multipart: { file } });
  const [{ creds_id: credsId }] = await uploaded.json();
  const secrets = { apiKey: CANARY, schemes: { user: { bearerToken: CANARY } } };
  await ask('PATCH', `/creds-api/${credsId}`, secrets);
  await ask('PATCH', `/creds-api/${credsId}`, { ...secrets, authType: 'none of these' });
  await ask('GET', `/creds-api/${credsId}`);
  const { commits } = await ask('POST', '/batch-commit', {
    cloudId: 'api::post::/x',
    credsId,
    commitType: 'addition',
  });
  const kitId = commits[0].command_instances[0].kit_id;
  const olId = (await ask('GET', `/deep-kits-6/${kitId}`)).anchor_ol.ol_id;
  await ask('PATCH', `/command-templates/${olId}`, { headers: { 'X-Canary': CANARY } });
  await ask('PATCH', `/command-templates/${olId}`, { headers: { 'X-Canary': CANARY, Host: CANARY } });
  await ask('POST', `/command-templates/${olId}/run-statement`, { runrams: {} });
  const run = await ask('POST', '/run-sync', { kitId, olId, params: {} });
  expect(run.errors[0].message).toContain('refused the connection');
  await ask('DELETE', `/creds/${credsId}?withCommands=true`);

  for (const [name, bytes] of disguises(CANARY)) {
    expect(
      said.filter((text) => Buffer.from(text).includes(bytes)),
      name,
    ).toEqual([]);
  }
  expect(leaks(process.env.DATA_DIR ?? '', CANARY)).toEqual([]);
});

test('S52 the search for secrets does find one', () => {
  const hidden = Buffer.from(`{"x":"${Buffer.from(`ab${CANARY}cd`).toString('base64')}"}`);
  expect([...disguises(CANARY)].filter(([, bytes]) => hidden.includes(bytes)).map(([name]) => name)).toEqual([
    'base64, offset 2',
  ]);
});
