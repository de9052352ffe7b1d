import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { newContext } from '../postgres/support';
import { operationOf, runOperation } from './support';

const operation = operationOf({ path: '/x' });

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
