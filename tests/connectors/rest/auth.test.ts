import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restConnectionSchema } from '@/server/connectors/rest/connection';
import { restConnector } from '@/server/connectors/rest/connector';
import { readExecutable } from '@/server/connectors/rest/executable';
import { joinedAuth } from '@/server/connectors/rest/request/apply-auth';
import { importOpenapi } from '@/server/sources/imports/operations/openapi/import-openapi';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { newContext } from '../postgres/support';
import { withWire } from './bytes-support';
import { operationOf, runOperation } from './support';

const wire = withWire();
const operation = operationOf({ path: '/x' });

describe('what a credential adds to a request', () => {
  let double: HttpDouble;
  beforeAll(async () => {
    double = await startHttpDouble((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ url: request.url, authorization: request.headers.authorization }));
    });
  });
  afterAll(() => double.close());

  test.each([
    ['none', { authType: 'none' }, 'GET /x', []],
    [
      'a bearer token',
      { authType: 'bearer_token', bearerToken: 't0k.en' },
      'GET /x',
      ['Authorization: Bearer t0k.en'],
    ],
    [
      'basic, in UTF-8 (RFC 7617)',
      { authType: 'basic_auth', username: 'Zoë', password: 'p:w' },
      'GET /x',
      [`Authorization: Basic ${Buffer.from('Zoë:p:w').toString('base64')}`],
    ],
    [
      'own headers',
      { authType: 'custom_headers', customHeaders: { 'X-A': '1', 'X-B': 'two words' } },
      'GET /x',
      ['X-A: 1', 'X-B: two words'],
    ],
    [
      'a key in a header',
      { authType: 'api_key', apiKeyName: 'X-Key', apiKeyIn: 'header', apiKey: 'k' },
      'GET /x',
      ['X-Key: k'],
    ],
    [
      'a key in the query',
      { authType: 'api_key', apiKeyName: 'api key', apiKeyIn: 'query', apiKey: 'k&=' },
      'GET /x?api%20key=k%26%3D',
      [],
    ],
    [
      'a key in a cookie',
      { authType: 'api_key', apiKeyName: 'sid', apiKeyIn: 'cookie', apiKey: 'a;b' },
      'GET /x',
      ['cookie: sid=a%3Bb'],
    ],
  ] as const)('%s', async (_, connection, line, headers) => {
    expect(await wire.send(operation, {}, connection)).toMatchObject({ line, headers });
  });

  test('nothing if the description says that no authentication is needed', async () => {
    const open = operationOf({ path: '/x', sendsAuth: false });
    expect((await wire.send(open, {}, { authType: 'bearer_token', bearerToken: 't' })).headers).toEqual([]);
  });

  test('nothing at another origin than its own', async () => {
    const other = await startHttpDouble((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ authorization: request.headers.authorization ?? null }));
    });
    const elsewhere = operationOf({ path: '/x', baseUrl: other.origin });
    const { whole, log } = await runOperation(
      elsewhere,
      {},
      { apiBaseUrl: wire.origin(), authType: 'bearer_token', bearerToken: 't' },
    );
    expect(whole?.content).toEqual({ authorization: null });
    const [host, own] = [new URL(other.origin).host, new URL(wire.origin()).host];
    expect(log[0]).toBe(`${host} is called without the credential of this connection, which is for ${own}.`);
    const open = await runOperation(elsewhere, {}, { apiBaseUrl: wire.origin() });
    expect(open.log[0]).not.toContain('without the credential');
    await other.close();
  });

  test('an operation with its own server is called at the base URL if the connection says so', async () => {
    const elsewhere = operationOf({ path: '/x', baseUrl: 'http://127.0.0.1:1/own' });
    const connection = {
      apiBaseUrl: `${double.origin}/base`,
      operationServers: 'base',
      authType: 'bearer_token',
      bearerToken: 't',
    } as const;
    const { whole } = await runOperation(elsewhere, {}, connection);
    expect(whole?.content).toEqual({ url: '/base/x', authorization: 'Bearer t' });
    expect(restConnector.originOf?.(restConnectionSchema.parse(connection), elsewhere)).toBe(double.origin);
  });

  test('of two schemes that write the same name, the first is sent once', () => {
    const auth = (name: string, value: string) => ({
      headers: [[name, value] as [string, string]],
      query: `${name}=${value}`,
      cookie: `${name}=${value}`,
    });
    expect(joinedAuth([auth('X', '1'), auth('X', '2'), auth('x', '3')])).toEqual({
      headers: [['X', '1']],
      query: 'X=1&x=3',
      cookie: 'X=1; x=3',
    });
  });

  test.each([
    ['bearer_token', {}],
    ['basic_auth', {}],
    ['api_key', { apiKeyName: 'X' }],
    ['oauth_client_credentials', {}],
  ] as const)('a missing %s is reported before anything is sent', async (authType, rest) => {
    const run = runOperation(operation, {}, { apiBaseUrl: 'http://127.0.0.1:1', authType, ...rest });
    await expect(run).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringMatching(/not been filled in/),
    });
  });
});

describe('OAuth client credentials', () => {
  let double: HttpDouble;
  let tokens = 0;
  let form = '';
  let good = '';

  beforeAll(async () => {
    double = await startHttpDouble((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url !== '/token') {
        response.statusCode = request.headers.authorization === `Bearer ${good}` ? 200 : 401;
        response.end('{}');
        return;
      }
      tokens += 1;
      good = `token-${tokens}`;
      form = `${request.headers.authorization} ${request.headers['content-type']} `;
      request.on('data', (data) => {
        form += data;
      });
      request.on('end', () =>
        response.end(JSON.stringify({ access_token: good, token_type: 'Bearer', expires_in: 3600 })),
      );
    });
  });
  afterAll(() => double.close());

  const connection = () => ({
    apiBaseUrl: double.origin,
    authType: 'oauth_client_credentials' as const,
    tokenUrl: `${double.origin}/token`,
    clientId: 'my app',
    clientSecret: 's&cret',
    scopes: 'read write',
  });

  test('a token is requested once, as in RFC 6749, and reused', async () => {
    const context = newContext();
    const run = () => runOperation(operation, {}, connection(), { context });
    expect((await run()).errors).toEqual([]);
    expect((await run()).errors).toEqual([]);
    expect(tokens).toBe(1);
    const pair = Buffer.from('my+app:s%26cret').toString('base64');
    expect(form).toBe(
      `Basic ${pair} application/x-www-form-urlencoded grant_type=client_credentials&scope=read+write`,
    );
  });

  test('a revoked token is requested again once', async () => {
    const context = newContext();
    await runOperation(operation, {}, connection(), { context });
    const before = tokens;
    good = 'something else';
    expect((await runOperation(operation, {}, connection(), { context })).errors).toEqual([]);
    expect(tokens).toBe(before + 1);
  });

  test('a changed credential does not use the token of the old one', async () => {
    const context = newContext();
    await runOperation(operation, {}, connection(), { context });
    const before = tokens;
    await runOperation(operation, {}, connection(), { context: { ...context, credsVersion: 2 } });
    expect(tokens).toBe(before + 1);
  });

  test('a refusal says what to check', async () => {
    const refusing = { ...connection(), tokenUrl: `${double.origin}/elsewhere` };
    const run = runOperation(operation, {}, refusing, { context: newContext() });
    await expect(run).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringMatching(/client secret/),
    });
  });
});

describe('a description declares how callers authenticate', () => {
  const authOf = async (scheme: unknown) => {
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      security: [{ one: [] }],
      paths: {},
      components: { securitySchemes: { one: scheme } },
    });
    return (await importOpenapi(text)).auth;
  };

  test.each([
    [
      { type: 'apiKey', in: 'header', name: 'X-Key' },
      { authType: 'api_key', apiKeyName: 'X-Key', apiKeyIn: 'header' },
    ],
    [
      { type: 'apiKey', in: 'cookie', name: 'sid' },
      { authType: 'api_key', apiKeyName: 'sid', apiKeyIn: 'cookie' },
    ],
    [{ type: 'http', scheme: 'Basic' }, { authType: 'basic_auth' }],
    [{ type: 'http', scheme: 'bearer' }, { authType: 'bearer_token' }],
    [{ type: 'http', scheme: 'digest' }, { authType: 'digest_auth' }],
    [{ type: 'http', scheme: 'hoba' }, { authType: 'custom_headers' }],
    [
      { type: 'apiKey', in: 'header', name: 'Authorization', 'x-amazon-apigateway-authtype': 'awsSigv4' },
      { authType: 'aws_signature' },
    ],
    [{ type: 'openIdConnect', openIdConnectUrl: 'https://x' }, { authType: 'bearer_token' }],
    [{ type: 'oauth2', flows: { implicit: {} } }, { authType: 'bearer_token' }],
    [
      {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://id.example/token', scopes: { a: '', b: '' } } },
      },
      { authType: 'oauth_client_credentials', tokenUrl: 'https://id.example/token', scopes: 'a b' },
    ],
    [{ type: 'mutualTLS' }, { authType: 'custom_headers' }],
  ])('%j', async (scheme, auth) => {
    const named = Object.keys(auth).length === 0 ? {} : { authScheme: 'one' };
    expect(await authOf(scheme)).toEqual({ ...auth, ...named });
  });
});

describe('an operation declares which of several schemes it requires', () => {
  const securitySchemes = {
    appKey: { type: 'apiKey', in: 'header', name: 'X-App' },
    session: { type: 'apiKey', in: 'cookie', name: 'sid' },
    partner: { type: 'apiKey', in: 'query', name: 'partner key' },
    user: { type: 'http', scheme: 'bearer' },
    login: { type: 'http', scheme: 'basic' },
    client: { type: 'mutualTLS' },
  };
  const secrets = {
    appKey: { apiKey: 'app' },
    session: { apiKey: 's;1' },
    partner: { apiKey: 'p&1' },
    user: { bearerToken: 't0ken' },
    login: { username: 'Zoë', password: 'pw' },
  };

  /** The request of an operation with this security, in an API whose operations mostly require `appKey`. */
  async function sent(security: unknown, filledIn: Partial<typeof secrets>) {
    const { auth, operations } = await importOpenapi(
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'x', version: '1' },
        security: [
          { appKey: [] },
          ...Object.keys(securitySchemes).map((name) => ({ appKey: [], [name]: [] })),
        ],
        paths: { '/x': { get: { responses: {}, ...(security === undefined ? {} : { security }) } } },
        components: { securitySchemes },
      }),
    );
    expect(auth).toMatchObject({ authType: 'api_key', authScheme: 'appKey' });
    const { appKey, ...moreSecrets } = filledIn;
    const executable = readExecutable(operations[0]?.executable ?? null);
    return wire.send(executable, {}, { ...auth, ...appKey, moreSecrets });
  }

  test.each<[string, unknown, (keyof typeof secrets)[], string, string[]]>([
    ['the main one', [{ appKey: [] }], ['appKey', 'user'], 'GET /x', ['X-App: app']],
    ['another one alone', [{ user: [] }], ['appKey', 'user'], 'GET /x', ['Authorization: Bearer t0ken']],
    [
      'two of them together',
      [{ appKey: [], user: [] }],
      ['appKey', 'user'],
      'GET /x',
      ['X-App: app', 'Authorization: Bearer t0ken'],
    ],
    [
      'three in three places',
      [{ partner: [], session: [], login: [] }],
      ['partner', 'session', 'login'],
      'GET /x?partner%20key=p%261',
      ['cookie: sid=s%3B1', `Authorization: Basic ${Buffer.from('Zoë:pw').toString('base64')}`],
    ],
    [
      'either: the first that is filled in',
      [{ user: [] }, { login: [] }],
      ['login'],
      'GET /x',
      [`Authorization: Basic ${Buffer.from('Zoë:pw').toString('base64')}`],
    ],
    [
      'either: the first where both are',
      [{ user: [] }, { appKey: [] }],
      ['appKey', 'user'],
      'GET /x',
      ['Authorization: Bearer t0ken'],
    ],
    [
      'two together or another',
      [{ appKey: [], user: [] }, { partner: [] }],
      ['appKey', 'partner'],
      'GET /x?partner%20key=p%261',
      [],
    ],
    [
      'nobody in particular, or one that is filled in',
      [{}, { user: [] }],
      ['user'],
      'GET /x',
      ['Authorization: Bearer t0ken'],
    ],
    ['nobody in particular, or one that is not', [{ user: [] }, {}], [], 'GET /x', []],
    ['nobody', [], ['appKey', 'user'], 'GET /x', []],
    [
      'one that cannot be done, or another',
      [{ client: [] }, { user: [] }],
      ['appKey', 'user'],
      'GET /x',
      ['Authorization: Bearer t0ken'],
    ],
  ])('%s', async (_, security, filledIn, line, headers) => {
    const given = Object.fromEntries(
      Object.entries(secrets).filter(([name]) => filledIn.some((each) => each === name)),
    );
    expect(await sent(security, given)).toMatchObject({ line, headers });
  });

  test.each<[unknown, (keyof typeof secrets)[], RegExp]>([
    [[{ user: [] }], ['appKey'], /requires a credential that has not been filled in/],
    [
      [{ appKey: [], user: [] }],
      ['appKey'],
      /requires "appKey" and "user" here\. Not filled in yet: "user"\./,
    ],
    [
      [{ login: [] }, { user: [] }],
      ['appKey'],
      /"login", or "user" here\. Not filled in yet: "login", "user"\./,
    ],
  ])('%j without its values is reported before anything is sent', async (security, filledIn, words) => {
    const given = Object.fromEntries(
      Object.entries(secrets).filter(([name]) => filledIn.some((each) => each === name)),
    );
    await expect(sent(security, given)).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringMatching(words),
    });
  });

  test('a connection whose credential no description names sends it, whatever is required', async () => {
    const asks = operationOf({ path: '/x', security: [['user']] });
    const connection = { authType: 'bearer_token', bearerToken: 'mine' } as const;
    expect((await wire.send(asks, {}, connection)).headers).toEqual(['Authorization: Bearer mine']);
  });

  test('2.0 works the same way', async () => {
    const { auth, operations } = await importOpenapi(
      JSON.stringify({
        swagger: '2.0',
        host: 'api.example',
        info: { title: 'x', version: '1' },
        securityDefinitions: { basic: { type: 'basic' }, key: { type: 'apiKey', in: 'query', name: 'k' } },
        security: [{ key: [] }],
        paths: {
          '/a': { get: { responses: {} } },
          '/b': { get: { security: [{ basic: [], key: [] }], responses: {} } },
        },
      }),
    );
    expect(auth).toEqual({
      authType: 'api_key',
      apiKeyName: 'k',
      apiKeyIn: 'query',
      authScheme: 'key',
      moreAuth: { basic: { authType: 'basic_auth' } },
    });
    expect(operations.map(({ executable }) => readExecutable(executable).security)).toEqual([
      undefined,
      [['basic', 'key']],
    ]);
  });
});
