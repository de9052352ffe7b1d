import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { mssqlConnectionSchema } from '@/server/connectors/mssql/connection';
import { mssqlConnector } from '@/server/connectors/mssql/connector';
import {
  serverCertificate as cert,
  serverKey as key,
  testAuthority,
} from '../../support/doubles/certificates';
import { startHttpDouble } from '../../support/doubles/http-double';
import type { TdsOptions } from '../../support/doubles/tds/server';
import { waiting } from '../postgres/support';
import { createSqlServer, password, type SqlServerSource } from './sql-server-source';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function start(options: Partial<TdsOptions> = {}): Promise<SqlServerSource> {
  const server = await createSqlServer([{ name: 'p' }], options);
  cleanups.push(server.close);
  return server;
}

const check = ({ connection, context }: SqlServerSource, changes: Record<string, JsonValue> = {}) =>
  mssqlConnector.check(mssqlConnectionSchema.parse({ ...connection, ...changes }), context, waiting());

const refusal = (code: string, message: RegExp) => ({
  name: 'ConnectorError',
  code,
  message: expect.stringMatching(message),
});

test('a login of SQL Server is checked, and the server says what it is', async () => {
  const server = await start();
  expect(await check(server)).toEqual({
    serverVersion: 'Microsoft SQL Server 2022 - 16.0.4135.4',
  });
  expect(server.double.logins).toMatchObject([{ username: 'pushboard', database: 'shop', token: null }]);
});

test('the session keeps the language and the date format of the login', async () => {
  const server = await start();
  await check(server);
  const sql = server.double.requests.map((request) => request.sql).join('\n');
  expect(sql).not.toMatch(/language|dateformat|datefirst|isolation/);
});

test('each encryption encrypts as far as it says', async () => {
  const plain = await start();
  const secure = await start({ certificate: { cert, key } });
  const strict = await start({ certificate: { cert, key }, isStrict: true });
  const certificate = refusal('invalid_connection', /certificate could not be verified/);
  await check(secure, { encryption: 'require' });
  await check(secure, { encryption: 'verify-full', ca: testAuthority, host: 'localhost' });
  await check(strict, { encryption: 'strict', ca: testAuthority, host: 'localhost' });
  await expect(check(secure, { encryption: 'verify-full' })).rejects.toMatchObject(certificate);
  await expect(check(secure, { encryption: 'verify-full', ca: testAuthority })).rejects.toMatchObject(
    certificate,
  );
  await expect(check(strict, { encryption: 'strict' })).rejects.toMatchObject(certificate);
  await expect(check(plain, { encryption: 'require' })).rejects.toMatchObject(
    refusal('invalid_connection', /does not offer encryption/),
  );
  await expect(check(secure, { encryption: 'disable' })).rejects.toMatchObject(
    refusal('invalid_connection', /requires encryption/),
  );
  // No password went to a server that was refused.
  expect(plain.double.logins).toEqual([]);
  expect(secure.double.logins).toHaveLength(2);
});

test('an application of Microsoft Entra logs in with a token, and its secret stays with Entra', async () => {
  let form = '';
  const entra = await startHttpDouble((request, response) => {
    request.on('data', (data: Buffer) => {
      form += data.toString();
    });
    request.on('end', () => {
      const isRight = form.includes('client_secret=app-secret');
      response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(isRight ? { access_token: 'tok-ü' } : { error_description: 'AADSTS7000215: wrong' }),
      );
    });
  });
  cleanups.push(entra.close);
  const server = await start();
  const settings = {
    authentication: 'entra-application',
    authority: entra.origin,
    tenantId: 'contoso.com',
    username: 'app-id',
    password: 'app-secret',
  };
  await check(server, settings);
  expect(entra.received).toEqual(['POST /contoso.com/oauth2/v2.0/token']);
  expect(form).toContain('scope=https%3A%2F%2Fdatabase.windows.net%2F.default');
  expect(server.double.logins).toMatchObject([{ token: 'tok-ü', password: '' }]);
  form = '';
  await expect(check(server, { ...settings, password: 'wrong' })).rejects.toMatchObject(
    refusal('unauthorized', /Microsoft Entra refused a token for "app-id".*AADSTS7000215/),
  );
  expect(mssqlConnectionSchema.safeParse({ ...server.connection, ...settings, tenantId: null }).success).toBe(
    false,
  );
});

test.each([
  [18456, 'unauthorized', /refused the login "pushboard"/],
  [4060, 'invalid_connection', /"shop" doesn't exist/],
  [40615, 'unreachable', /firewall refuses this machine/],
  [17148, 'unreachable', /starting or stopping/],
])('login error %i is explained', async (number, code, message) => {
  const server = await start({ refusal: () => ({ number, message: 'the words of the server' }) });
  await expect(check(server)).rejects.toMatchObject(refusal(code, message));
  await expect(check(server)).rejects.toThrow(/the words of the server/);
});

test('a closed port, a silent end, and a server that speaks something else are explained', async () => {
  const server = await start();
  const listening = async (answer: string | null): Promise<number> => {
    const other: Server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => (answer === null ? socket.destroy() : socket.end(answer)));
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => new Promise((resolve) => other.close(resolve)));
    return (other.address() as AddressInfo).port;
  };
  const closed = await start();
  await closed.double.close();
  await expect(check(closed)).rejects.toMatchObject(refusal('unreachable', /Nothing is listening/));
  const http = await listening('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n');
  await expect(check(server, { port: http })).rejects.toMatchObject({ name: 'ConnectorError' });
  await expect(check(server, { port: await listening(null) })).rejects.toMatchObject(
    refusal('unreachable', /Could not connect/),
  );
});

test('S33 closed addresses are refused before anything is sent, also where a server sends a client on', async () => {
  const server = await start();
  const closed = { ...server.context, network: { ...server.context.network, allowLoopback: false } };
  await expect(mssqlConnector.check(server.connection, closed, waiting())).rejects.toMatchObject(
    refusal('forbidden_address', /on this machine/),
  );
  for (const host of ['169.254.169.254', '0x7f.1', '[::1]', 'metadata.google.internal']) {
    const connection = mssqlConnectionSchema.parse({ ...server.connection, host });
    await expect(mssqlConnector.check(connection, closed, waiting())).rejects.toMatchObject({
      code: 'forbidden_address',
    });
  }
  const authority = { authentication: 'entra-application', tenantId: 't', authority: 'http://127.0.0.1:1' };
  const connection = mssqlConnectionSchema.parse({ ...server.connection, ...authority });
  await expect(mssqlConnector.check(connection, closed, waiting())).rejects.toMatchObject({
    code: 'forbidden_address',
  });
  expect(server.double.openSessions()).toBe(0);
});

test('S33 a redirect of the server is checked like the first address', async () => {
  const server = await start({ routing: { host: '169.254.169.254', port: 1433 } });
  await expect(check(server)).rejects.toMatchObject(refusal('forbidden_address', /reserved, link-local/));
  const target = await start();
  const sender = await start({ routing: { host: '127.0.0.1', port: target.double.port } });
  await check(sender);
  expect(target.double.logins).toHaveLength(1);
});

test('sessions are used again, start fresh, end when broken, and are limited', async () => {
  const server = await start();
  for (let run = 0; run < 3; run += 1) await server.run('dbo.p');
  expect(server.double.logins).toHaveLength(1);
  server.double.breakConnections();
  expect((await server.run('dbo.p')).errors).toEqual([]);
  expect(server.double.logins).toHaveLength(2);
  const narrow = { ...server.context, maximumSessions: 1 };
  const checks = [1, 2, 3].map(() => mssqlConnector.check(server.connection, narrow, waiting()));
  expect(await Promise.all(checks)).toHaveLength(3);
  expect(server.double.openSessions()).toBe(1);
});

test('a session that breaks during a run says so', async () => {
  const server = await start();
  server.replace([
    {
      name: 'p',
      async body({ reply, signal }) {
        await reply.message({ message: 'begun' });
        await reply.flush();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    },
  ]);
  const run = server.run('dbo.p', {}, { onLog: () => server.double.breakConnections() });
  await expect(run).rejects.toMatchObject(refusal('unreachable', /was lost while it was in use/));
});

test('a server that breaks the protocol ends its session, and nothing else', async () => {
  const server = await start();
  server.replace([
    { name: 'p' },
    { name: 'garbage', body: ({ reply }) => reply.raw(Buffer.from([0x99, 1, 2, 3])) },
    { name: 'out of turn', body: ({ reply }) => reply.raw(Buffer.from([0xed, 2, 0, 0, 0])) },
  ]);
  for (const name of ['garbage', 'out of turn']) {
    await expect(server.run(`dbo.${name}`)).rejects.toMatchObject({ code: 'unreachable' });
    expect((await server.run('dbo.p')).errors).toEqual([]);
  }
});

test('S52 no error repeats the password', async () => {
  const server = await start({ refusal: () => ({ number: 18456, message: 'Login failed.' }) });
  const error = await check(server).catch((thrown: unknown) => thrown);
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error)).not.toContain(password);
});
