import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { createOrganizations, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();

const describing = (servers: object[] | undefined, title: string) => ({
  openapi: '3.1.0',
  info: { title, version: '1' },
  ...(servers === undefined ? {} : { servers }),
  paths: { '/pets': { get: { summary: 'List pets', responses: {} } } },
});
const documents: Record<string, object> = {
  '/v2/openapi.json': describing(undefined, 'Without a server'),
  '/docs/relative.yaml': describing([{ url: '../api/v3/' }], 'Relative'),
  '/socket.json': describing([{ url: 'ws://api.example.com/v1' }], 'Socket'),
  '/own-scheme.json': describing([{ url: 'mqtt:///things' }], 'Own scheme'),
  '/variable.json': describing([{ url: '{scheme}/v1' }], 'Variable'),
  '/absolute.json': describing([{ url: 'https://api.example.com/v4' }], 'Absolute'),
  '/orders.json': describing([{ url: 'https://shop.example.com/v1' }], 'Orders'),
  '/stock.json': describing([{ url: 'https://shop.example.com/v1/' }], 'Stock'),
  '/stock-too.json': describing([{ url: 'https://shop.example.com/v1' }], 'Stock, too'),
  '/later.json': describing([{ url: 'https://shop.example.com/v2' }], 'Later'),
  '/with-key.json': {
    ...describing([{ url: 'https://shop.example.com/v1' }], 'With a key'),
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    security: [{ key: [] }],
  },
};

let host: HttpDouble;
/** Aborted by a request that is never answered. */
const held = new AbortController();
beforeAll(async () => {
  await createOrganizations();
  host = await startHttpDouble(({ url }, response) => {
    const found = documents[url ?? ''];
    if (url === '/moved') return response.writeHead(302, { location: '/docs/relative.yaml' }).end();
    if (url === '/held') return held.abort();
    if (url === '/docs') return response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>');
    if (found === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
  });
});
afterAll(() => host.close());

const fetched = (url: string, as: string = people.orgAdmin) =>
  send('POST', `/${ORG_A}/openapi-address`, { as, body: { url } });
const baseUrlOf = async (body: unknown) => {
  const { creds_id: credentialId } = body as { creds_id: number };
  const { settings } = await prisma().credential.findUniqueOrThrow({ where: { credentialId } });
  return (settings as { apiBaseUrl: string }).apiBaseUrl;
};

const idOf = async (path: string) =>
  ((await fetched(host.origin + path)).body as { creds_id: number }).creds_id;

describe('POST openapi-address', () => {
  it.each([
    ['/v2/openapi.json', 'openapi.json', ''],
    ['/docs/relative.yaml', 'relative.yaml', '/api/v3'],
    ['/moved', 'openapi.json', '/api/v3'],
  ])('%s is about the server that it came from', async (path, filename, base) => {
    const { status, body } = await fetched(host.origin + path);
    expect([status, body]).toMatchObject([
      200,
      { filename, operations: 1, base_url_missing: false, error: null, notes: [{ where: null }] },
    ]);
    expect(await baseUrlOf(body)).toBe(host.origin + base);
  });

  it('keeps the server that a description names', async () => {
    const { body } = await fetched(`${host.origin}/absolute.json`);
    expect(body).toMatchObject({ base_url_missing: false, notes: [] });
    expect(await baseUrlOf(body)).toBe('https://api.example.com/v4');
  });

  it.each(['/socket.json', '/own-scheme.json', '/variable.json'])(
    'asks for the server where %s names one that cannot be called',
    async (path) => {
      expect((await fetched(host.origin + path)).body).toMatchObject({ base_url_missing: true, error: null });
    },
  );

  it('gives up after two minutes in all', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 120_000 ? held.signal : timeout(ms)));
    const { body } = await fetched(`${host.origin}/held`);
    vi.restoreAllMocks();
    expect(body).toMatchObject({
      error: expect.stringMatching(/did not send the description within 2 minutes/),
    });
  });

  it('says why an address has no description', async () => {
    for (const [path, error] of [
      ['/nothing', /responded with status 404/],
      ['/docs', /address of a web page/],
    ] as const) {
      const { status, body } = await fetched(host.origin + path);
      expect([status, body]).toMatchObject([200, { operations: 0, error: expect.stringMatching(error) }]);
    }
  });

  it.each(['nonsense', 'file:///etc/passwd', 'http://user:word@127.0.0.1/openapi.json'])(
    '%s is refused',
    async (url) => {
      expect((await fetched(url)).status).toBe(400);
    },
  );

  it('reaches no address that connections may not reach', async () => {
    const { body } = await fetched('http://169.254.169.254/openapi.json');
    expect(body).toMatchObject({ operations: 0, error: expect.stringMatching(/169\.254\.169\.254/) });
  });

  it('is for those who connect sources', async () => {
    expect((await fetched(`${host.origin}/v2/openapi.json`, people.member)).status).toBe(403);
  });

  it('another description of the same server uses its connection, unless that authenticates otherwise', async () => {
    const [orders, stock, later, withKey] = [
      await idOf('/orders.json'),
      await idOf('/stock.json'),
      await idOf('/later.json'),
      await idOf('/with-key.json'),
    ];
    expect(stock).toBe(orders);
    const { body } = await fetched(`${host.origin}/stock-too.json`);
    expect(body).toMatchObject({
      creds_id: orders,
      notes: [{ message: expect.stringContaining('the connection “shop.example.com Creds”') }],
    });
    const named = await prisma().credential.findMany({
      where: { credentialId: { in: [later, withKey] } },
      orderBy: { credentialId: 'asc' },
    });
    expect(named.map(({ name }) => name)).toEqual(['shop.example.com Creds 2', 'shop.example.com Creds 3']);
  });
});
