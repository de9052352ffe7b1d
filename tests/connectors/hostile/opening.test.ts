import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { checkSource } from '@/server/connections/check-source';
import { openingMs } from '@/server/connectors/_shared/opening';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import { closeConnectors, connectorFor } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';
import { connectionPart, OWN } from '../../support/doubles/aws/account';
import { type SilentServer, startSilentServer } from '../../support/doubles/silent-server';
import { preloginResponse } from '../../support/doubles/tds/login';
import { PacketWriter, packetType, readMessages } from '../../support/doubles/tds/packets';
import { createSqlServer } from '../mssql/sql-server-source';
import { newContext } from '../postgres/support';

interface Sample {
  kind: SourceKind;
  settings: Record<string, JsonValue>;
  context?: Partial<ConnectorContext>;
}

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const cleanup of cleanups.splice(0)) await cleanup();
});
afterAll(closeConnectors);

async function serve(onConnection?: (socket: Socket) => void): Promise<SilentServer> {
  const server = await startSilentServer(onConnection);
  cleanups.push(server.close);
  return server;
}

const guid = '0b5a3a3e-6a52-4b0c-9a53-6a1b6f2f7d10';
const login = { host: '127.0.0.1', databaseName: 'shop', username: 'pushboard', password: 'secret' };

/** A connection of each kind that leads to the server. */
const samples: Record<string, (server: SilentServer) => Sample> = {
  postgres: ({ port }) => ({ kind: 'postgres', settings: { ...login, port } }),
  'postgres with TLS': ({ port }) => ({
    kind: 'postgres',
    settings: { ...login, port, tls: { mode: 'require' } },
  }),
  mssql: ({ port }) => ({ kind: 'mssql', settings: { ...login, port, encryption: 'disable' } }),
  'mssql with TLS first': ({ port }) => ({
    kind: 'mssql',
    settings: { ...login, port, encryption: 'strict' },
  }),
  'mssql with a token of Entra': ({ origin }) => ({
    kind: 'mssql',
    settings: {
      ...login,
      port: 1433,
      authentication: 'entra-application',
      authority: origin,
      tenantId: 'contoso.com',
    },
  }),
  rest: ({ origin }) => ({ kind: 'rest', settings: { apiBaseUrl: origin } }),
  github: ({ origin }) => ({
    kind: 'github',
    settings: { token: 'token', owner: 'acme', repo: 'reports', apiUrl: origin },
  }),
  'aws-role': ({ origin }) => {
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: OWN.accessKeyId,
      AWS_SECRET_ACCESS_KEY: OWN.secretAccessKey,
    });
    const cloud = { ...newContext().cloud, awsEndpoint: origin };
    return { kind: 'aws-role', settings: connectionPart, context: { cloud } };
  },
  'azure-app': ({ origin }) => ({
    kind: 'azure-app',
    settings: { tenantId: guid, clientId: guid, clientSecret: 'a secret' },
    context: { cloud: { ...newContext().cloud, azureLogin: origin } },
  }),
  'azure-blob': ({ origin }) => ({
    kind: 'azure-blob',
    settings: { accountUrl: origin, container: 'results', sas: 'sv=1&sig=x' },
  }),
};

function check({ kind, settings, context }: Sample, caller: AbortSignal, limitMs?: number) {
  const connector = connectorFor(kind);
  const connection = connector.connection.parse(settings);
  const opened = { connector, connection, context: { ...newContext(), ...context } };
  return checkSource(caller, async () => opened, limitMs);
}

const settled = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (error: Error & { code?: string }) => error.code ?? error.name,
  );

describe.each(Object.entries(samples))('S81 a silent server: %s', (_, sampleOf) => {
  it('is given up when the time is up, whatever the library waits for', async () => {
    const server = await serve();
    const outcome = await settled(check(sampleOf(server), new AbortController().signal, 500));
    expect(outcome).toBe('timed_out');
    await expect.poll(() => server.open()).toBe(0);
  });

  it('is left with its caller', async () => {
    const server = await serve();
    const caller = new AbortController();
    const outcome = settled(check(sampleOf(server), caller.signal));
    await Promise.race([server.reached, outcome]);
    caller.abort();
    expect(await outcome).toBe('cancelled');
    await expect.poll(() => server.open()).toBe(0);
    expect(server.accepted()).toBe(1);
  });
});

it('S81 SQL Server sends a client on once', async () => {
  const routing = { host: '127.0.0.1', port: 0 };
  const circling = await createSqlServer([], { routing });
  cleanups.push(circling.close);
  routing.port = circling.double.port;
  const { port } = circling.double;
  const sample: Sample = { kind: 'mssql', settings: { ...circling.connection, port } };
  await expect(check(sample, new AbortController().signal)).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('sent it on again'),
  });
  expect(circling.double.logins).toHaveLength(2);
  await expect.poll(() => circling.double.openSessions()).toBe(0);
});

/** Answers the greeting, and begins an answer to the login that never ends. */
function beginLogin(socket: Socket): void {
  const stop = readMessages(socket, async ({ type }) => {
    const writer = new PacketWriter(socket);
    if (type === packetType.prelogin) {
      await writer.write(preloginResponse('off', false));
      return writer.end();
    }
    stop();
    await writer.write(Buffer.from([0xad, 0x36, 0x00, 0x01]));
    await writer.flush();
  });
}

/** Asks for a password again and again. */
function askAgain(socket: Socket): void {
  socket.on('data', () => socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])));
}

it.each([
  ['mssql', beginLogin],
  ['postgres', askAgain],
] as const)('S81 a login that never ends has the deadline of opening: %s', async (kind, speak) => {
  const server = await serve(speak);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const settings = { ...login, port: server.port };
  const own: Sample['settings'] = kind === 'mssql' ? { encryption: 'disable' } : { tls: { mode: 'disable' } };
  const outcome = settled(check({ kind, settings: { ...settings, ...own } }, new AbortController().signal));
  await Promise.race([server.reached, outcome]);
  await vi.advanceTimersByTimeAsync(openingMs);
  expect(await outcome).toBe('timed_out');
  vi.useRealTimers();
  await expect.poll(() => server.open()).toBe(0);
});

it('S81 a server that keeps its side open after the end keeps no socket of ours', async () => {
  const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
  const refusal = Buffer.from([0x45, 0, 0, 0, 9, 0x4d, 0x6e, 0x6f, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
  let isClosed = false;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.once('data', () => {
      socket.write(welcome);
      socket.once('data', () => socket.write(refusal));
    });
    // What the other side has closed altogether resets the connection; what it has closed halfway takes the bytes.
    socket.on('end', () => setInterval(() => socket.write(refusal), 20).unref());
    socket.on('error', () => {
      isClosed = true;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => server.close());
  const { port } = server.address() as AddressInfo;
  const settings = { ...login, port, tls: { mode: 'disable' } };
  const waiting = new AbortController().signal;
  expect(await settled(check({ kind: 'postgres', settings }, waiting))).not.toMatch(/answered|timed_out/);
  await expect.poll(() => isClosed).toBe(true);
});
