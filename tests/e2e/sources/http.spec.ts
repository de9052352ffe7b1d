import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { test } from '../support/workspace';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends a path exactly as written. Clients would normalize it first. */
function ask(
  baseURL: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(baseURL);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: textOf(Buffer.concat(chunks), response.headers['content-encoding']),
        }),
      );
    });
    request.once('error', reject);
    request.end(body);
  });
}

const textOf = (body: Buffer, encoding: string | undefined): string =>
  (encoding === 'gzip' ? gunzipSync(body) : body).toString('utf8');

const ORG = 'sandbox-1';
const stranger = { 'x-demo-user-id': 'demo-alex' };

test.describe('S23 access is decided by the matched route, never by the text of the URL', () => {
  for (const path of [
    `/api/v1/${ORG};x/skinny-kits`,
    `/api/v1/${ORG}%2fskinny-kits`,
    `/api/v1//${ORG}/skinny-kits`,
    `/api/v1/./${ORG}/skinny-kits`,
    `/api/v1/x/../${ORG}/skinny-kits`,
    `/api/v1/%2e/${ORG}/skinny-kits`,
    `/api/v1/${ORG}/skinny-kits/`,
    `/API/v1/${ORG}/skinny-kits`,
    `/api/v1/${ORG}/SKINNY-KITS`,
    `/api/v1/users/me/../../${ORG}/skinny-kits`,
    `/api/v1/northwind/../${ORG}/creds`,
  ]) {
    test(`a stranger gets nothing from ${path}`, async ({ baseURL }) => {
      const { status, text } = await ask(baseURL ?? '', path, { headers: stranger });
      expect([301, 307, 308, 400, 403, 404]).toContain(status);
      expect(text).not.toContain('kit_id');
    });
  }

  test('a method in a header, or another URL in one, changes nothing', async ({ baseURL }) => {
    const tricks: Record<string, string>[] = [
      { 'x-http-method-override': 'POST' },
      { 'x-original-url': '/api/v1/users/me' },
      { 'x-rewrite-url': '/api/v1/users/me' },
      { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
      { 'x-forwarded-host': 'evil.example' },
    ];
    for (const headers of tricks) {
      const { status } = await ask(baseURL ?? '', `/api/v1/${ORG}/creds`, {
        headers: { ...stranger, ...headers },
      });
      expect(status).toBe(404);
    }
  });

  test('S30 the address of a caller comes from the connection, not from their headers', async ({
    baseURL,
  }) => {
    const own = { 'x-forwarded-for': '192.0.2.77', forwarded: 'for=192.0.2.77', 'x-real-ip': '192.0.2.77' };
    const headers = { ...own, 'x-demo-user-id': 'demo-maria' };
    expect((await ask(baseURL ?? '', `/api/v1/${ORG}/creds`, { headers })).status).toBe(403);
    const log = await ask(baseURL ?? '', `/api/v1/${ORG}/audit?filter=action:refusal`, {
      headers: { 'x-demo-user-id': 'demo-dana' },
    });
    const [latest]: { address: string }[] = JSON.parse(log.text);
    expect(latest?.address).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(log.text).not.toContain('192.0.2.77');
  });

  test("a method that an operation doesn't have is refused, with those that it has", async ({ baseURL }) => {
    for (const method of ['DELETE', 'PUT', 'TRACE']) {
      const { status, headers, text } = await ask(baseURL ?? '', '/api/v1/users/me?x=1', { method });
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD, OPTIONS, PATCH, POST']);
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'method_not_allowed' } });
    }
    const page = await ask(baseURL ?? '', '/commands', { method: 'TRACE' });
    expect([page.status, page.text]).toEqual([405, '']);
    expect(page.headers.allow).toContain('GET');
  });

  test('S88 what is odd in a request is answered, or ignored', async ({ baseURL }) => {
    expect((await ask(baseURL ?? '', '*', { method: 'OPTIONS' })).status).toBe(204);
    const headers = { connection: 'Upgrade', upgrade: 'h2c', 'x-demo-user-id': 'demo-maria' };
    expect((await ask(baseURL ?? '', '/api/v1/users/me', { headers })).status).toBe(200);
    const deep = {
      method: 'POST',
      body: '['.repeat(200_000),
      headers: { 'content-type': 'application/json' },
    };
    expect((await ask(baseURL ?? '', '/api/v1/demo/sign-in', deep)).status).toBe(413);
  });

  test("an unknown operation is a 404 in the API's format", async ({ baseURL }) => {
    const { status, text } = await ask(baseURL ?? '', '/api/v1/nothing/here', { headers: stranger });
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'not_found', request_id: expect.any(String) } });
  });
});

test.describe('S31 a foreign host name for this machine (DNS rebinding)', () => {
  for (const path of [
    '/',
    '/sign-in',
    '/sandbox/commands',
    '/api/v1/demo/people',
    '/api/auth/csrf',
    `/api/v1/${ORG}/skinny-kits`,
  ]) {
    test(`gets nothing from ${path}`, async ({ baseURL }) => {
      const headers = { host: 'evil.example', 'x-demo-user-id': 'demo-dana' };
      const { status, text } = await ask(baseURL ?? '', path, { headers });
      expect(status).toBe(403);
      expect(text).not.toMatch(/Dana|kit_id/);
    });
  }
});

test.describe('S73 whatever an address ends in', () => {
  const anywhere = [
    '/sign-in',
    '/nothing/here.svg',
    '/sandbox/commands.txt',
    '/icon.svg',
    '/api/nothing.png',
    '/api/auth/nothing.png',
    '/api/v1/nothing.ico',
    '/api/v1/users/me',
    '/_next/static/nothing.js',
    '/_next/nothing.woff2',
    '/sign-in/',
    '/%',
    '/healthz',
    '/livez',
    '/readyz',
    '/metrics',
  ];
  for (const path of anywhere) {
    test(`${path} is answered with all headers`, async ({ baseURL }) => {
      const { headers } = await ask(baseURL ?? '', path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(String(headers['content-security-policy']).match(/frame-ancestors/g)).toHaveLength(1);
    });
  }

  test('a file is answered with all headers, and a page that says that nothing is there runs', async ({
    baseURL,
  }) => {
    const { headers, status } = await ask(baseURL ?? '', '/nothing/here.svg');
    expect(status).toBe(404);
    expect(headers['content-security-policy']).toMatch(/script-src [^;]*'nonce-[0-9a-f]{32}'/);
    const page = await ask(baseURL ?? '', '/sign-in');
    const [script] = /\/_next\/static\/[^"]+\.js/.exec(page.text) ?? [];
    const file = await ask(baseURL ?? '', script ?? '');
    expect(file.status).toBe(200);
    expect(file.headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  for (const path of ['/nothing/here.svg', '/sandbox/commands.txt', '/icon.svg', '/api/nothing.png']) {
    test(`S31 a foreign name gets nothing from ${path}`, async ({ baseURL }) => {
      const { status } = await ask(baseURL ?? '', path, { headers: { host: 'evil.example' } });
      expect(status).toBe(403);
    });
  }

  test('no image is decoded for anyone who asks', async ({ baseURL }) => {
    const { status } = await ask(baseURL ?? '', '/_next/image?url=%2Ficon.svg&w=64&q=75');
    expect(status).toBe(404);
  });
});

test.describe('S49 pages', () => {
  test('carry a policy that runs our own scripts and styles only, new for each page', async ({ baseURL }) => {
    const policies = await Promise.all(
      [1, 2].map(async () =>
        String((await ask(baseURL ?? '', '/sign-in')).headers['content-security-policy']),
      ),
    );
    for (const policy of policies) {
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toMatch(/script-src [^;]*'nonce-[0-9a-f]{32}'/);
      expect(policy).toMatch(/style-src-elem [^;]*'nonce-[0-9a-f]{32}'/);
      expect(policy.match(/script-src [^;]*/)?.[0]).not.toMatch(/unsafe-inline|unsafe-eval/);
      expect(policy.match(/style-src-elem [^;]*/)?.[0]).not.toContain('unsafe-inline');
    }
    expect(policies[0]).not.toBe(policies[1]);
  });

  test("say their content type, and not the server's software", async ({ baseURL }) => {
    const { headers } = await ask(baseURL ?? '', '/sign-in');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-powered-by']).toBeUndefined();
  });
});

/** What the framework adds for its own pages, and what is new in each response. */
const OF_THE_FRAMEWORK = ['vary', 'date', 'x-request-id', 'content-length', 'transfer-encoding'];

test("S23 the API's responses are the same whether or not the framework looks for their route", async ({
  baseURL,
}) => {
  const admin = { 'x-demo-user-id': 'demo-dana', 'content-type': 'application/json' };
  // The framework decodes parts of a path; what needs no decoding is answered before it is asked.
  const encoded = ORG.replace('-', '%2D');
  for (const { path, ...how } of [
    { path: 'skinny-kits?per_page=100', headers: admin },
    { path: 'skinny-kits?per_page=100', headers: { ...admin, 'accept-encoding': 'gzip' } },
    { path: 'skinny-kits', headers: stranger },
    { path: 'skinny-kits' },
    { path: 'skinny-kits?filter=nothing:1', headers: admin },
    { path: 'kits/999999', headers: admin },
    { path: 'kits/none', headers: admin },
    { path: 'run-sync', method: 'POST', headers: admin, body: '{"kitId":' },
    { path: 'run-sync', method: 'POST', headers: { ...admin, 'content-type': 'text/plain' }, body: '{}' },
    { path: 'run-export', headers: admin },
  ]) {
    const [, direct, framed] = [
      await ask(baseURL ?? '', `/api/v1/${ORG}/${path}`, how),
      await ask(baseURL ?? '', `/api/v1/${ORG}/${path}`, how),
      await ask(baseURL ?? '', `/api/v1/${encoded}/${path}`, how),
    ].map(({ status, headers, text }) => ({
      status,
      headers: Object.entries(headers)
        .filter(([name]) => !OF_THE_FRAMEWORK.includes(name))
        .sort(),
      text: text.replace(/"request_id":"[^"]+"/, ''),
    }));
    expect([path, direct]).toEqual([path, framed]);
  }
});

test('S31 S73 scripts and style sheets are the same whether or not the framework compresses them', async ({
  baseURL,
}) => {
  const page = await ask(baseURL ?? '', '/sign-in');
  const paths = [/\/_next\/static\/[^"]+\.js/, /\/_next\/static\/[^"]+\.css/].map(
    (kind) => kind.exec(page.text)?.[0] ?? '',
  );
  for (const path of paths) {
    const headers = { 'accept-encoding': 'gzip' };
    const [compressed, plain] = [await ask(baseURL ?? '', path, { headers }), await ask(baseURL ?? '', path)];
    expect([compressed.status, plain.status]).toEqual([200, 200]);
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    // Not with toBe, which would print all of it.
    expect(compressed.text === plain.text, path).toBe(true);
    const ofThisForm = ['content-encoding', 'accept-ranges', 'last-modified', 'connection', 'keep-alive'];
    const others = ({ headers: all }: Answer) =>
      Object.entries(all)
        .filter(([name]) => ![...OF_THE_FRAMEWORK, ...ofThisForm].includes(name))
        .sort();
    expect(others(compressed)).toEqual(others(plain));
    // A browser that asks again learns that its copy is still current.
    const known = { ...headers, 'if-none-match': String(compressed.headers.etag) };
    expect((await ask(baseURL ?? '', path, { headers: known })).status).toBe(304);
    const foreign = { ...headers, host: 'evil.example' };
    expect((await ask(baseURL ?? '', path, { headers: foreign })).status).toBe(403);
  }
});

test('S36 a caller who is refused in the middle of a large body gets the answer', async ({ baseURL }) => {
  const upload = { method: 'POST', headers: stranger, body: 'a'.repeat(1_000_000) };
  // The first one loads the route; for it, the framework may reset the connection.
  await ask(baseURL ?? '', `/api/v1/${ORG}/openapi-upload`, { ...upload, body: '' });
  for (let times = 0; times < 3; times += 1) {
    expect((await ask(baseURL ?? '', `/api/v1/${ORG}/openapi-upload`, upload)).status).toBe(404);
  }
});

test('the process reports that it is alive, and that it is ready', async ({ baseURL }) => {
  expect((await ask(baseURL ?? '', '/healthz')).status).toBe(200);
  const ready = await ask(baseURL ?? '', '/readyz');
  expect(ready.status).toBe(200);
  expect(JSON.parse(ready.text)).toEqual({
    status: 'ready',
    database: true,
    migrations: true,
    worker: true,
    troubles: [],
    checked_at: expect.any(String),
  });
});

test('S23 there are no metrics where no token is set, whatever a caller sends', async ({ baseURL }) => {
  const headers = { authorization: 'Bearer undefined' };
  expect((await ask(baseURL ?? '', '/metrics')).status).toBe(404);
  expect((await ask(baseURL ?? '', '/metrics', { headers })).status).toBe(404);
});

test('the API describes itself in OpenAPI 3.1', async ({ baseURL }) => {
  const document = JSON.parse((await ask(baseURL ?? '', '/api/v1/openapi.json')).text);
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toContain('/api/v1/{orgId}/run-sync');
});
