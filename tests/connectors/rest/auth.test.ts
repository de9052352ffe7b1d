import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restConnectionSchema } from '@/server/connectors/rest/connection';
import { restConnector } from '@/server/connectors/rest/connector';
import { joinedAuth } from '@/server/connectors/rest/request/apply-auth';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
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
      'a bearer token that was pasted with the name of its scheme',
      { authType: 'bearer_token', bearerToken: 'Bearer t0k.en' },
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
