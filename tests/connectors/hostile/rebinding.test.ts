import dns from 'node:dns';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkSource } from '@/server/connections/check-source';
import { closeConnectors, connectorFor } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';
import { type DnsServer, startDnsServer } from '../../support/doubles/dns-server';
import { newContext } from '../postgres/support';

const HOST = 'rebinding.test';
const OPEN = '127.0.0.1';
const CLOSED = '127.0.0.2';

/** What the listed address and the closed one were asked, in order. */
const received: string[] = [];
let answerOf: (address: string, socket: Socket) => void = (_, socket) => socket.destroy();
let servers: Server[] = [];
let port = 0;
let names: DnsServer;
const real = { lookup: dns.lookup, promised: dns.promises.lookup };

async function listen(address: string, at: number): Promise<Server> {
  const server = createServer((socket) => {
    received.push(address);
    socket.on('error', () => undefined);
    socket.once('data', () => answerOf(address, socket));
  });
  server.listen(at, address);
  await once(server, 'listening');
  return server;
}

beforeAll(async () => {
  const first = await listen(OPEN, 0);
  port = (first.address() as AddressInfo).port;
  servers = [first, await listen(CLOSED, port)];
  // The first answer is the listed address, and every later one the closed one.
  names = await startDnsServer((question) => (question === 0 ? OPEN : CLOSED));
  const resolver = new dns.promises.Resolver();
  resolver.setServers([`127.0.0.1:${names.port}`]);
  const ask = async (host: string) =>
    (await resolver.resolve4(host)).map((address) => ({ address, family: 4 }));
  // Whatever resolves a name in this process asks our server, also a library that resolves it by itself.
  Object.assign(dns.promises, { lookup: ask });
  Object.assign(dns, {
    lookup: (host: string, options: dns.LookupOptions, done: (...given: unknown[]) => void) => {
      ask(host).then(
        (found) => (options.all ? done(null, found) : done(null, found[0]?.address, 4)),
        (error: unknown) => done(error),
      );
    },
  });
  syncBuiltinESMExports();
});

afterAll(async () => {
  Object.assign(dns.promises, { lookup: real.promised });
  Object.assign(dns, { lookup: real.lookup });
  syncBuiltinESMExports();
  await closeConnectors();
  await names.close();
  for (const server of servers) server.close();
});

beforeEach(() => {
  received.length = 0;
  names.asked.length = 0;
  answerOf = (_, socket) => socket.destroy();
});

const login = { host: HOST, databaseName: 'shop', username: 'pushboard', password: 'secret' };
const sources: [SourceKind, () => object][] = [
  ['postgres', () => ({ ...login, port, tls: { mode: 'disable' } })],
  ['mssql', () => ({ ...login, port, encryption: 'disable' })],
  ['rest', () => ({ apiBaseUrl: `http://${HOST}:${port}` })],
  ['github', () => ({ token: 't', owner: 'acme', repo: 'r', apiUrl: `http://${HOST}:${port}` })],
  ['azure-blob', () => ({ accountUrl: `http://${HOST}:${port}`, container: 'results', sas: 'sv=1&sig=x' })],
];

function check(kind: SourceKind, settings: object) {
  const connector = connectorFor(kind);
  const network = { ...newContext().network, allowLoopback: false, allowPrivate: false, allowed: [OPEN] };
  const opened = {
    connector,
    connection: connector.connection.parse(settings),
    context: { ...newContext(), network },
  };
  return checkSource(new AbortController().signal, async () => opened).then(
    () => 'answered',
    (error: Error & { code?: string }) => error.code ?? String(error),
  );
}

it.each(sources)(
  'S33 a name that changes its address is connected at the checked one: %s',
  async (kind, settings) => {
    await check(kind, settings());
    expect(received.length).toBeGreaterThan(0);
    expect(received).not.toContain(CLOSED);
  },
);

it('S33 a redirect to the same name is resolved and checked again', async () => {
  answerOf = (_, socket) =>
    socket.end(`HTTP/1.1 302 Found\r\nlocation: http://${HOST}:${port}/next\r\ncontent-length: 0\r\n\r\n`);
  expect(await check('rest', { apiBaseUrl: `http://${HOST}:${port}` })).toBe('forbidden_address');
  expect(received).toEqual([OPEN]);
  expect(names.asked).toEqual([HOST, HOST]);
});
