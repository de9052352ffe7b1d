import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { numberIn, send } from '../support/app/http';
import { withWorker } from '../support/app/worker';
import { type HttpDouble, startHttpDouble } from '../support/doubles/http-double';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { runSync } from '../support/things/runs';

withApp();
withWorker();

let api: HttpDouble;
let credsId = 0;

beforeAll(async () => {
  await createOrganizations();
  api = await startHttpDouble((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET') response.end(JSON.stringify({ asked: request.url }));
    else request.pipe(response);
  });
  const api_ = { apiBaseUrl: `${api.origin}/v1`, authType: 'none', name: 'x', usernameSource: 'static' };
  const body = {
    orgId: ORG_A,
    credType: 'api',
    name: 'Local Creds',
    syncs: false,
    runs: true,
    stores: false,
    api: api_,
  };
  credsId = numberIn(await send('POST', `/${ORG_A}/creds`, { as: people.orgAdmin, body }), 'creds_id');
});
afterAll(() => api.close());

const create = (method: string, path: string, inputs: JsonValue[], more: Record<string, JsonValue> = {}) =>
  send('POST', `/${ORG_A}/command-templates`, {
    as: people.orgAdmin,
    body: {
      credsId,
      name: `${method} ${path}`,
      cloudId: `api::${method}::${api.origin}${path}`,
      paramSchema: null,
      inputs,
      executionEnv: 'nol',
      ...more,
    },
  });

const input = (key: string, typeName: string, defaultAmbiguousInput: string | null = null) => ({
  key,
  typeSystem: 'openapi',
  typeName,
  defaultAmbiguousInput,
  displayValue: key,
});

const run = (made: Awaited<ReturnType<typeof create>>, params: Record<string, JsonValue>) =>
  runSync(
    { commandId: numberIn(made, 'kit_id'), templateId: numberIn(made, 'ol_id') },
    params,
    people.orgAdmin,
  );

describe('POST command-templates', () => {
  it('creates a command of a request, which can be run', async () => {
    const made = await create('get', '/v1/users/{id}?limit=5&q={q}', [
      input('path.id', 'integer:int64'),
      input('query.limit', 'string', 'omit'),
      input('query.q', 'array', 'omit'),
    ]);
    expect(made.status).toBe(201);
    const command = await send('GET', `/${ORG_A}/deep-kits-6/${numberIn(made, 'kit_id')}`, {
      as: people.orgAdmin,
    });
    expect(command.body).toMatchObject({
      anchor_ol: {
        kit_run_schema: [
          { key: 'path.id', type_id: 'integer:int64', default_ambiguous_input: 'required' },
          { key: 'query.limit', default_value: '5', default_ambiguous_input: 'omit' },
          { key: 'query.q', type_id: 'array' },
        ],
      },
    });
    const ran = await run(made, { 'path.id': 7, 'query.q': ['a', 'b c'] });
    expect(ran.body).toMatchObject({
      status: 'success',
      payload_format: 'json',
      payload: { asked: '/v1/users/7?q=a&q=b%20c' },
      logging_message: expect.stringMatching(/^GET http.*\nHTTP 200 OK/),
    });
    expect((await run(made, { 'path.id': 'x' })).status).toBe(400);
  });

  it('sends a body if one is described', async () => {
    const made = await create('post', '/v1/users', [input('body', 'object', 'omit')]);
    const ran = await run(made, { body: [{ name: 'Zoë', age: 3 }] });
    expect(ran.body).toMatchObject({
      payload_format: 'json.table.rowwise',
      payload: { columns: [{ name: 'name' }, { name: 'age' }], rows: [['Zoë', 3]] },
    });
  });

  it('shows no difference afterward, and is not offered again', async () => {
    const { body } = await send('GET', `/${ORG_A}/creds/${credsId}/diff`, { as: people.orgAdmin });
    expect(body).toMatchObject({ added: [], deleted: [], modified: [], error: [] });
  });

  it('the same request twice is a conflict', async () => {
    expect((await create('delete', '/v1/x', [])).status).toBe(201);
    expect((await create('delete', '/v1/x', [])).status).toBe(409);
  });

  it.each([
    ['an address elsewhere', 'get', '/v2/x', [], 'cloudId'],
    ['another method', 'head', '/v1/x', [], 'cloudId'],
    ['a parameter without a type', 'get', '/v1/{a}', [], 'inputs'],
    ['a parameter that is not there', 'get', '/v1/y', [input('path.a', 'string')], 'inputs'],
    ['an invalid type', 'get', '/v1/z', [input('query.a', 'date')], 'inputs.0.typeName'],
    ['an invalid key', 'get', '/v1/z', [input('a', 'string')], 'inputs.0.key'],
  ])('%s is a 400 that names it', async (_, method, path, inputs, issue) => {
    const { status, body } = await create(method, path, inputs);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { issues: [{ path: issue }] } });
  });

  it('a connection of another kind or organization is refused', async () => {
    expect((await create('get', '/v1/q', [], { credsId: 999_999 })).status).toBe(404);
  });
});

it('GET api-creds finds the connections of a base URL', async () => {
  const found = await send(
    'GET',
    `/${ORG_A}/api-creds?filter=${encodeURIComponent(`api_base_url:${api.origin}/v1`)}`,
    { as: people.orgAdmin },
  );
  expect(found.body).toEqual([
    { creds_id: credsId, name: 'Local Creds', api_base_url: `${api.origin}/v1`, auth_type: 'none' },
  ]);
  const none = await send('GET', `/${ORG_A}/api-creds?filter=api_base_url:https://x`, {
    as: people.orgAdmin,
  });
  expect(none.body).toEqual([]);
});

describe('POST command-templates/{olId}/run-statement', () => {
  it('returns the request of a run as a curl command, which sends exactly that', async () => {
    const made = await create('post', '/v1/orders/{id}?note={note}', [
      input('path.id', 'string'),
      input('query.note', 'string', 'omit'),
      input('body', 'object', 'omit'),
    ]);
    await send('PATCH', `/${ORG_A}/creds-api/${credsId}`, {
      as: people.orgAdmin,
      body: { authType: 'bearer_token', bearerToken: 'canary-91bd-curl' },
    });
    const answered = await send(
      'POST',
      `/${ORG_A}/command-templates/${numberIn(made, 'ol_id')}/run-statement`,
      {
        as: people.orgAdmin,
        body: { runrams: { 'path.id': "o'neill/1", 'query.note': 'a b', body: { text: "it's" } } },
      },
    );
    expect(answered.body).toEqual({
      statement: [
        `curl -X POST '${api.origin}/v1/orders/o%27neill%2F1?note=a%20b'`,
        "  -H 'accept: */*'",
        "  -H 'content-type: application/json'",
        "  -H 'Authorization: Bearer YOUR_TOKEN'",
        `  --data-binary '{"text":"it'\\''s"}'`,
      ].join(' \\\n'),
    });
    expect(JSON.stringify(answered.body)).not.toContain('canary');
  });

  it('refuses values that cannot be run', async () => {
    const made = await create('get', '/v1/orders/{id}/x', [input('path.id', 'integer')]);
    const target = `/${ORG_A}/command-templates/${numberIn(made, 'ol_id')}/run-statement`;
    expect((await send('POST', target, { as: people.orgAdmin, body: { runrams: {} } })).status).toBe(400);
    expect(
      (await send('POST', target, { as: people.outsider, body: { runrams: { 'path.id': 1 } } })).status,
    ).toBe(404);
  });

  it('S10 omits what is hidden from a runner', async () => {
    const made = await create('get', '/v1/secret/{id}', [input('path.id', 'string')]);
    const kitId = numberIn(made, 'kit_id');
    await prisma().commandInput.updateMany({
      where: { commandId: kitId },
      data: { hidden: true, defaultValue: 'canary-hidden' },
    });
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId: kitId, userId: people.runner, role: 'runner' },
    });
    const target = `/${ORG_A}/command-templates/${numberIn(made, 'ol_id')}/run-statement`;
    const told = await send('POST', target, { as: people.runner, body: { runrams: {} } });
    expect(told.body).toMatchObject({ statement: expect.stringContaining('/v1/secret/HIDDEN') });
  });
});
