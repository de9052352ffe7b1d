import { describe, expect, test } from 'vitest';
import { readExecutable } from '@/server/connectors/rest/executable';
import { importOpenapi } from '@/server/sources/imports/operations/openapi/import-openapi';
import { withWire } from './bytes-support';
import { operationOf } from './support';

const wire = withWire();

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
    [[{ user: [] }], ['appKey'], /requires "user" here, which has not been filled in/],
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
