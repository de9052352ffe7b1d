import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import { restConnectionSchema } from '@/server/connectors/rest/connection';
import { restConnector } from '@/server/connectors/rest/connector';
import { forbiddenHosts } from '../../support/app/forbidden-hosts';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { newContext, waiting } from '../postgres/support';
import { operationOf, runOperation } from './support';

/** No exemptions: only the public internet. */
const strict = (): ConnectorContext => ({
  ...newContext(),
  network: {
    allowLoopback: false,
    allowPrivate: false,
    allowed: [],
    forbidden: [],
    samples: [],
    listedIn: 'NETWORK_ALLOW',
  },
});

let double: HttpDouble;
let location = '';

beforeAll(async () => {
  double = await startHttpDouble((request, response) => {
    // Headers are bytes.
    if (request.url === '/redirect')
      response.writeHead(302, { location: Buffer.from(location).toString('latin1') }).end();
    else response.end('reached');
  });
});
afterAll(() => double.close());

describe('S33 forbidden hosts', () => {
  const refusal = {
    name: 'ConnectorError',
    code: expect.stringMatching(/^(forbidden_address|unreachable)$/),
  };

  test('there are about sixty spellings', () => {
    expect(forbiddenHosts.length).toBeGreaterThanOrEqual(60);
  });

  test.each(forbiddenHosts)(
    '%s is reached by none of the places where one can put an address',
    async (host) => {
      const port = new URL(double.origin).port;
      const address = `http://${host}:${port}/`;
      const parsed = restConnectionSchema.safeParse({ apiBaseUrl: address });
      // Text that is not an address at all is refused when it is entered.
      if (parsed.success) {
        await expect(restConnector.check(parsed.data, strict(), waiting())).rejects.toMatchObject(refusal);
        await expect(
          runOperation(operationOf({}), {}, { apiBaseUrl: address }, { context: strict() }),
        ).rejects.toMatchObject(refusal);
        await expect(
          runOperation(
            operationOf({ baseUrl: address }),
            {},
            { apiBaseUrl: 'https://api.example' },
            { context: strict() },
          ),
        ).rejects.toMatchObject(refusal);
        const oauth = {
          authType: 'oauth_client_credentials',
          apiBaseUrl: 'https://api.example',
          tokenUrl: address,
          clientId: 'x',
        } as const;
        await expect(runOperation(operationOf({}), {}, oauth, { context: strict() })).rejects.toMatchObject(
          refusal,
        );
      }
      // The first hop is a sample source's own address, but the redirect's target isn't.
      location = address;
      const samples = [new URL(double.origin).host];
      const context = { ...strict(), isBuiltin: true, network: { ...strict().network, samples } };
      const seen = double.received.length;
      const redirected = runOperation(
        operationOf({ path: '/redirect' }),
        {},
        { apiBaseUrl: double.origin },
        { context },
      );
      const isSameOrigin = URL.canParse(address) && new URL(address).origin === double.origin;
      if (isSameOrigin) expect((await redirected).errors).toEqual([]);
      else await expect(redirected).rejects.toMatchObject({ name: 'ConnectorError' });
      expect(double.received.slice(seen).filter((line) => line !== 'GET /redirect')).toEqual(
        isSameOrigin ? ['GET /'] : [],
      );
    },
  );

  test('addresses with a name and password, another scheme, a query, or a fragment are invalid', () => {
    for (const address of [
      'http://user:pw@api.example',
      'ftp://api.example',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'https://api.example/?x=1',
      'https://api.example/#x',
      '//api.example',
      'api.example',
    ]) {
      expect(restConnectionSchema.safeParse({ apiBaseUrl: address }).success).toBe(false);
    }
  });
});

describe('S34 redirects', () => {
  let target: HttpDouble;
  let hops = 0;
  const seen: { path: string; method: string; headers: NodeJS.Dict<string | string[]> }[] = [];

  beforeAll(async () => {
    target = await startHttpDouble((request, response) => {
      seen.push({ path: request.url ?? '', method: request.method ?? '', headers: request.headers });
      const match = /^\/to\/(\d+)\/(.*)$/.exec(request.url ?? '');
      if (match !== null) response.writeHead(Number(match[1]), { location: `/${match[2]}` }).end();
      else if (request.url === '/away') response.writeHead(307, { location: `${double.origin}/other` }).end();
      else if (request.url?.startsWith('/loop')) {
        hops += 1;
        response.writeHead(302, { location: `/loop${hops}` }).end();
      } else response.end('here');
    });
  });
  afterAll(() => target.close());

  const run = (path: string, changes = {}, connection = {}) => {
    seen.length = 0;
    return runOperation(
      operationOf({ path, ...changes }),
      { body: 'x' },
      { apiBaseUrl: target.origin, ...connection },
    );
  };
  const textBody = { kind: 'text', mediaType: 'text/plain', wholeKey: 'body', parts: [] } as const;

  test.each([
    [301, 'post', 'GET'],
    [302, 'post', 'GET'],
    [303, 'post', 'GET'],
    [303, 'put', 'GET'],
    [307, 'post', 'POST'],
    [308, 'put', 'PUT'],
    [302, 'put', 'PUT'],
    [301, 'get', 'GET'],
  ] as const)('%i of %s is followed with %s', async (status, method, expected) => {
    await run(`/to/${status}/end`, { method, body: method === 'get' ? null : textBody });
    expect(seen.map(({ method: used, path }) => [used, path])).toEqual([
      [method.toUpperCase(), `/to/${status}/end`],
      [expected, '/end'],
    ]);
    expect(seen[1]?.headers['content-type']).toBe(expected === 'GET' ? undefined : 'text/plain');
  });

  test('five are followed, and no more', async () => {
    hops = 0;
    await expect(run('/loop')).rejects.toThrow(/redirected more than 5 times/);
    expect(hops).toBe(6);
  });

  test('a credential stays with its origin', async () => {
    let others: NodeJS.Dict<string | string[]> = {};
    const other = await startHttpDouble((request, response) => {
      others = request.headers;
      response.end('there');
    });
    const start = await startHttpDouble((request, response) => {
      if (request.url === '/same') response.writeHead(302, { location: '/kept' }).end();
      else if (request.url === '/kept') response.end(JSON.stringify(request.headers));
      else response.writeHead(302, { location: `${other.origin}/x` }).end();
    });
    const connection = {
      apiBaseUrl: start.origin,
      authType: 'custom_headers',
      customHeaders: { 'X-Secret': 's', Authorization: 'Bearer t', Cookie: 'sid=1' },
    } as const;
    await runOperation(operationOf({ path: '/away' }), {}, connection);
    expect(others['user-agent']).toBe('Pushboard');
    for (const name of ['x-secret', 'authorization', 'cookie']) expect(others[name]).toBeUndefined();
    const { whole } = await runOperation(operationOf({ path: '/same' }), {}, connection);
    expect(whole?.content).toMatchObject({ 'x-secret': 's' });
    await start.close();
    await other.close();
  });

  describe('S68 to another origin', () => {
    const CANARY = 'canary of 68?/+%';
    const received: { method: string; url: string; headers: string; body: string }[] = [];
    let other: HttpDouble;
    let start: HttpDouble;

    beforeAll(async () => {
      other = await startHttpDouble((request, response) => {
        let body = '';
        request.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk;
        });
        request.on('end', () => {
          received.push({
            method: request.method ?? '',
            url: request.url ?? '',
            headers: JSON.stringify(request.headers),
            body,
          });
          response.end('there');
        });
      });
      // Like proxies that move a whole site: the address is kept.
      start = await startHttpDouble((request, response) => {
        request.resume().on('end', () => {
          const status = request.headers['x-status'] ?? '307';
          response.writeHead(Number(status), { location: other.origin + request.url }).end();
        });
      });
    });
    afterAll(() => Promise.all([start.close(), other.close()]));

    const parameter = (place: 'header' | 'query' | 'path') => ({
      key: 'pass',
      name: 'pass',
      in: place,
      style: place === 'query' ? ('form' as const) : ('simple' as const),
      explode: false,
    });
    const call = (
      changes: Parameters<typeof operationOf>[0],
      connection = {},
      others: Record<string, JsonValue> = {},
    ) => {
      received.length = 0;
      return runOperation(
        operationOf({ path: '/x', ...changes }),
        { pass: CANARY, ...others },
        { apiBaseUrl: start.origin, ...connection },
        { secretKeys: ['pass'] },
      );
    };
    const refusal = /redirected to .*, but the request contains a secret that is only for/;

    test('a password in a header is left out', async () => {
      await call({ parameters: [{ ...parameter('header'), name: 'x-pass' }] });
      expect(received).toHaveLength(1);
      expect(JSON.stringify(received)).not.toContain('canary');
    });

    test.each([
      ['query', { parameters: [parameter('query')] }],
      ['path', { path: '/x/{pass}', parameters: [parameter('path')] }],
    ])('an address with a password in its %s is not followed', async (_, changes) => {
      await expect(call(changes)).rejects.toThrow(refusal);
      expect(received).toEqual([]);
    });

    test('an address with the connection’s key in its query is not followed', async () => {
      const key = { authType: 'api_key', apiKeyIn: 'query', apiKeyName: 'key', apiKey: CANARY } as const;
      await expect(call({}, key)).rejects.toThrow(refusal);
      expect(received).toEqual([]);
    });

    const part = { key: 'pass', name: 'pass', style: 'form' as const, explode: true };
    test.each([
      [
        'a form',
        { kind: 'form', mediaType: 'application/x-www-form-urlencoded', wholeKey: null, parts: [part] },
      ],
      ['JSON', { kind: 'json', mediaType: 'application/json', wholeKey: null, parts: [part] }],
      ['one value', { kind: 'json', mediaType: 'application/json', wholeKey: 'pass', parts: [] }],
    ] as const)('a body with a password, as %s, is not sent again', async (_, body) => {
      await expect(call({ method: 'post', body: { ...body, parts: [...body.parts] } })).rejects.toThrow(
        refusal,
      );
      expect(received).toEqual([]);
    });

    describe('a password that fills in a variable', () => {
      const variable = (fills: string[]) => ({
        ...{ key: 'pass', name: 'password', in: 'variable' as const, style: 'simple' as const },
        ...{ explode: false, fills },
      });
      const callWith = (changes: Parameters<typeof operationOf>[0], written: Record<string, JsonValue>) => {
        const parameters = [variable(Object.keys(written)), ...(changes.parameters ?? [])];
        return call({ ...changes, parameters }, {}, written);
      };

      test('is left out with its header', async () => {
        const header = { ...parameter('header'), key: 'shop', name: 'x-shop' };
        await callWith({ parameters: [header] }, { shop: 'key={{password}}' });
        expect(received).toHaveLength(1);
        expect(JSON.stringify(received)).not.toContain('canary');
      });

      test('is not sent again in an address', async () => {
        const query = { ...parameter('query'), key: 'shop', name: 'shop' };
        await expect(callWith({ parameters: [query] }, { shop: 'key={{password}}' })).rejects.toThrow(
          refusal,
        );
        expect(received).toEqual([]);
      });

      const json = { kind: 'json' as const, mediaType: 'application/json', wholeKey: null };
      const login = { ...part, key: 'login', name: 'login' };
      const written = {
        ...{ open: '{', close: '}' },
        members: [{ key: null, head: '"pass":', value: '"{{password}}"', whole: null, tail: '' }],
      };
      test.each([
        ['a part', { ...json, parts: [login] }, { login: { pass: '{{password}}' } }],
        ['one value', { ...json, wholeKey: 'all', parts: [] }, { all: '{{password}}' }],
        ['JSON as it is written', { ...json, parts: [], written }, {}],
      ])('is not sent again in a body: %s', async (_, body, values) => {
        await expect(callWith({ method: 'post', body }, values)).rejects.toThrow(refusal);
        expect(received).toEqual([]);
      });
    });

    test('a request that becomes a GET is followed without its body', async () => {
      const body = { ...textBody, wholeKey: 'pass', parts: [] };
      const fixedHeaders: [string, string][] = [['x-status', '303']];
      const { errors } = await call({ method: 'post', body, fixedHeaders });
      expect(errors).toEqual([]);
      expect(received).toMatchObject([{ method: 'GET', body: '' }]);
    });
  });

  test.each(['ftp://x/', 'http://user:pw@api.example/', 'http://', 'javascript:alert(1)'])(
    'one to %s is not followed',
    async (to) => {
      location = to;
      await expect(
        runOperation(operationOf({ path: '/redirect' }), {}, { apiBaseUrl: double.origin }),
      ).rejects.toMatchObject({
        name: 'ConnectorError',
        message: expect.stringMatching(/redirected to/),
      });
    },
  );
});
